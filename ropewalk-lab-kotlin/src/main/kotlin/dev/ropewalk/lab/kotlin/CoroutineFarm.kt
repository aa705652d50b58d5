package dev.ropewalk.lab.kotlin

import java.util.function.Function
import java.util.function.IntFunction
import java.util.function.ToDoubleFunction
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/**
 * Coroutines: one deals the jobs into a channel, workers take whichever is next, and one collector
 * adds the results, which come through another channel.
 */
class CoroutineFarm<J : Any, R : Any>(
    dispatcher: CoroutineDispatcher,
    workers: Int,
    buffer: Int,
    private val jobs: Int,
    private val job: IntFunction<J>,
    private val work: Function<J, R>,
    private val value: ToDoubleFunction<R>,
) : AutoCloseable {
    private val scope = CoroutineScope(dispatcher)
    private val dealt = Channel<J>(buffer)
    private val results = Channel<R>(buffer)
    private val starts = Channel<Unit>(1)
    private val totals = Channel<Double>(1)

    init {
        scope.launch { deal() }
        repeat(workers) { scope.launch { work() } }
        scope.launch { collect() }
    }

    private suspend fun deal() {
        for (start in starts) {
            for (number in 0 until jobs) {
                dealt.send(job.apply(number))
            }
        }
    }

    private suspend fun work() {
        for (next in dealt) {
            results.send(work.apply(next))
        }
    }

    private suspend fun collect() {
        while (true) {
            var total = 0.0
            repeat(jobs) { total += value.applyAsDouble(results.receive()) }
            totals.send(total)
        }
    }

    /** Computes all jobs and returns the sum of their results. For one thread outside. */
    fun sum(): Double = runBlocking {
        starts.send(Unit)
        totals.receive()
    }

    override fun close() = scope.cancel()
}
