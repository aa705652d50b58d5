package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Scheduler
import dev.ropewalk.sim.SimulationOptions
import dev.ropewalk.sim.Simulations
import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

class StrandDispatcherTest {
    private val scheduler = Scheduler.builder().name("dispatching").workers(2).build()
    private val strand = scheduler.newStrand()
    private val dispatcher = strand.asCoroutineDispatcher()

    @AfterEach
    fun close() {
        scheduler.close(Duration.ZERO)
    }

    @Test
    fun shouldConfineWhatCoroutinesShare() {
        var count = 0 // neither volatile nor atomic
        runBlocking {
            repeat(100) {
                launch(dispatcher) {
                    repeat(100) {
                        count++
                        yield()
                    }
                }
            }
        }

        assertThat(count).isEqualTo(10_000)
    }

    @Test
    fun shouldComeBackToTheStrandAfterEachSuspension() {
        val onStrand = runBlocking(dispatcher) {
            val first = strand.isCurrent
            delay(1)
            val afterDelay = strand.isCurrent
            val elsewhere = withContext(scheduler.asCoroutineDispatcher()) { strand.isCurrent }
            listOf(first, afterDelay, !elsewhere, strand.isCurrent)
        }

        assertThat(onStrand).containsOnly(true)
    }

    @Test
    fun shouldRunInTheOrderOfTheLaunches() {
        val order = mutableListOf<Int>()
        runBlocking { List(50) { launch(dispatcher) { order += it } }.joinAll() }

        assertThat(order).isEqualTo(List(50) { it })
    }

    @Test
    fun shouldCleanUpOneAfterAnotherWhenTheSchedulerIsClosed() {
        val begun = CountDownLatch(20)
        val running = AtomicInteger()
        val most = AtomicInteger()
        val all = CoroutineScope(dispatcher + SupervisorJob())
        val jobs: List<Job> = List(20) {
            all.launch {
                try {
                    begun.countDown()
                    awaitCancellation()
                } finally {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max)
                    Thread.yield()
                    running.decrementAndGet()
                }
            }
        }
        begun.await()
        scheduler.close()
        jobs.forEach { it.cancel() }
        runBlocking { jobs.joinAll() }

        assertThat(most.get()).isEqualTo(1)
    }

    @Test
    fun shouldBeNamedAfterTheStrand() {
        assertThat(dispatcher.toString()).startsWith("Dispatcher[Strand[SOFT")
    }

    @Test
    fun shouldEqualOthersOfTheSameStrand() {
        assertThat(dispatcher)
            .isEqualTo(strand.asCoroutineDispatcher())
            .isNotEqualTo(scheduler.newStrand().asCoroutineDispatcher())
    }

    /** An hour of a simulation passes at once, and each run takes the coroutines in another order. */
    @Test
    fun shouldRunInSimulations() {
        Simulations.check(SimulationOptions.defaults().name("coroutines").runs(100)) { simulation ->
            val finished = AtomicInteger()
            val scope = CoroutineScope(simulation.scheduler().asCoroutineDispatcher())
            val began = simulation.scheduler().nanoTime()
            repeat(3) {
                scope.launch {
                    delay(3_600_000)
                    withContext(simulation.scheduler().newStrand().asCoroutineDispatcher()) { yield() }
                    finished.incrementAndGet()
                }
            }
            simulation.run()
            val passed = Duration.ofNanos(simulation.scheduler().nanoTime() - began)
            check(finished.get() == 3 && passed >= Duration.ofHours(1)) { "$finished after $passed" }
        }
    }
}
