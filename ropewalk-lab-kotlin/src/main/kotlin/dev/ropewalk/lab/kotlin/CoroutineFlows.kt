package dev.ropewalk.lab.kotlin

import java.util.function.Consumer
import java.util.function.Function
import java.util.function.IntBinaryOperator
import java.util.function.Predicate
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.chunked
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.runBlocking

/** Flows on the default dispatcher. A boundary is a buffer: what stands before it has a coroutine of its own. */
class CoroutineFlows(
    private val step: Function<Int, Int>,
    private val isWanted: Predicate<Int>,
    private val last: Function<Int, Int>,
) {
    /** A map, a filter and a map, in the calling thread. */
    fun fused(elements: Int, sink: Consumer<Int>): Unit = runBlocking {
        (0 until elements).asFlow()
            .map { step.apply(it) }
            .filter { isWanted.test(it) }
            .map { last.apply(it) }
            .collect { sink.accept(it) }
    }

    /** Lists of numbers, in the calling thread. */
    @OptIn(ExperimentalCoroutinesApi::class)
    fun batched(elements: Int, size: Int, sink: Consumer<List<Int>>): Unit = runBlocking {
        (0 until elements).asFlow().chunked(size).collect { sink.accept(it) }
    }

    /** A map behind each boundary. */
    fun across(elements: Int, boundaries: Int, sink: Consumer<Int>): Unit = runBlocking(Dispatchers.Default) {
        var flow: Flow<Int> = (0 until elements).asFlow()
        repeat(boundaries) { flow = flow.buffer().map { step.apply(it) } }
        flow.collect { sink.accept(it) }
    }

    /** Ranges that are merged, each in a coroutine of its own. */
    fun merged(elements: Int, parts: Int, from: IntBinaryOperator, mapped: Boolean, sink: Consumer<Int>): Unit =
        runBlocking(Dispatchers.Default) {
            val flows = (0 until parts).map {
                val range = (from.applyAsInt(it, elements) until from.applyAsInt(it + 1, elements)).asFlow()
                if (mapped) range.map { number -> step.apply(number) } else range
            }
            merge(*flows.toTypedArray()).collect { sink.accept(it) }
        }
}
