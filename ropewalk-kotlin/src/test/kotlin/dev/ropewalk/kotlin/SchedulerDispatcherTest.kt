package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Scheduler
import dev.ropewalk.testing.Await
import java.time.Duration
import java.util.Optional
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicReference
import kotlin.coroutines.Continuation
import kotlin.coroutines.startCoroutine
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

class SchedulerDispatcherTest {
    private val scheduler = Scheduler.builder().name("dispatching").workers(2).build()
    private val dispatcher = scheduler.asCoroutineDispatcher()
    private val scope = CoroutineScope(dispatcher + SupervisorJob())

    @AfterEach
    fun close() {
        scheduler.close(Duration.ZERO)
    }

    private fun joined(job: Job) {
        runBlocking { withTimeout(Await.DEADLINE.toMillis()) { job.join() } }
    }

    private fun causeOfEnd(job: Job): Throwable {
        val cause = AtomicReference<Throwable>()
        job.invokeOnCompletion { cause.set(it) }
        joined(job)
        return cause.get()
    }

    /** Starts a coroutine, and returns when it waits. */
    private fun begun(block: suspend () -> Unit): Job =
        scope.launch(start = CoroutineStart.UNDISPATCHED) { block() }

    @Test
    fun shouldRunCoroutinesOnWorkers() {
        val seen = runBlocking(dispatcher) {
            delay(1)
            coroutineScope { async { Scheduler.current() } }.await()
        }

        assertThat(seen).isEqualTo(Optional.of(scheduler))
    }

    @Test
    fun shouldRunManyCoroutines() {
        val done = AtomicInteger()
        runBlocking(dispatcher) {
            repeat(1_000) {
                launch {
                    yield()
                    delay(1)
                    done.incrementAndGet()
                }
            }
        }

        assertThat(done.get()).isEqualTo(1_000)
    }

    @Test
    fun shouldLetOthersRunWhenACoroutineYields() {
        Scheduler.builder().workers(1).build().use { one ->
            runBlocking(one.asCoroutineDispatcher()) {
                var isDone = false
                launch { isDone = true }
                launch {
                    while (!isDone) {
                        yield()
                    }
                }
            }
        }
    }

    @Test
    fun shouldDelayByTheSchedulersClock() {
        val began = scheduler.nanoTime()
        runBlocking(dispatcher) { delay(20) }

        assertThat(Duration.ofNanos(scheduler.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(20))
    }

    @Test
    fun shouldStopTheTimerOfACancelledCoroutine() {
        val waiting = List(100) { begun { delay(3_600_000) } }
        waiting.forEach { it.cancel() }
        waiting.forEach { joined(it) }

        assertThat(scheduler.close(Await.DEADLINE).abandonedTimers()).isZero()
    }

    @Test
    fun shouldStopTheTimerOfATimeoutThatIsOver() {
        runBlocking(dispatcher) { withTimeout(3_600_000) { delay(1) } }

        assertThat(scheduler.close(Await.DEADLINE).abandonedTimers()).isZero()
    }

    @Test
    fun shouldTimeOut() {
        val failure = runBlocking(dispatcher) { runCatching { withTimeout(5) { awaitCancellation() } } }

        assertThat(failure.exceptionOrNull()).isInstanceOf(TimeoutCancellationException::class.java)
    }

    @Test
    fun shouldHandUncaughtExceptionsToTheHandlerOfTheScope() {
        val caught = AtomicReference<Throwable>()
        val thrown = IllegalStateException("thrown")
        joined(scope.launch(CoroutineExceptionHandler { _, e -> caught.set(e) }) { throw thrown })

        assertThat(caught.get()).isSameAs(thrown)
    }

    @Test
    fun shouldThrowOnWhatIsAwaited() {
        val failure = runBlocking { runCatching { scope.async<Int> { error("thrown") }.await() } }

        assertThat(failure.exceptionOrNull()).isInstanceOf(IllegalStateException::class.java).hasMessage("thrown")
    }

    @Test
    fun shouldBoundHowManyCoroutinesRunAtOnce() {
        val running = AtomicInteger()
        val most = AtomicInteger()
        val one = dispatcher.limitedParallelism(1)
        runBlocking {
            repeat(100) {
                launch(one) {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max)
                    running.decrementAndGet()
                    delay(1)
                }
            }
        }

        assertThat(most.get()).isEqualTo(1)
    }

    @Test
    fun shouldBeNamedAfterTheScheduler() {
        assertThat(dispatcher).hasToString("Dispatcher[Scheduler[dispatching, 2 workers]]")
    }

    @Test
    fun shouldEqualOthersOfTheSameScheduler() {
        assertThat(dispatcher)
            .isEqualTo(scheduler.asCoroutineDispatcher())
            .hasSameHashCodeAs(scheduler.asCoroutineDispatcher())
            .isNotEqualTo(scheduler.newStrand().asCoroutineDispatcher())
    }

    // The end of the scheduler

    @Test
    fun shouldCancelWhatIsLaunchedWhenTheSchedulerIsClosed() {
        scheduler.close()
        val cause = causeOfEnd(scope.launch { error("must not run") })

        assertThat(cause)
            .isInstanceOf(CancellationException::class.java)
            .hasMessageContaining("scheduler dispatching is closed")
            .hasRootCauseInstanceOf(RejectedExecutionException::class.java)
    }

    @Test
    fun shouldRunOrCancelWhatWasAccepted() {
        val release = CountDownLatch(1)
        val workers = CountDownLatch(2)
        repeat(2) {
            scheduler.execute {
                workers.countDown()
                runCatching { release.await() }
            }
        }
        workers.await()
        val ran = AtomicInteger()
        val waiting = List(20) { scope.launch { ran.incrementAndGet() } }
        scheduler.close(Duration.ZERO)
        release.countDown()
        waiting.forEach { joined(it) }

        assertThat(waiting.count { it.isCancelled } + ran.get()).isEqualTo(20)
    }

    @Test
    fun shouldCleanUpWhatWaitsForATimer() {
        val cleaned = CopyOnWriteArrayList<String>()
        val waiting = begun {
            try {
                delay(3_600_000)
            } finally {
                cleaned += Thread.currentThread().name
                withContext(NonCancellable + Dispatchers.IO) {
                    delay(1)
                    cleaned += "after a delay"
                }
            }
        }
        scheduler.close(Duration.ofMillis(1))

        assertThat(causeOfEnd(waiting))
            .isInstanceOf(CancellationException::class.java)
            .hasMessageContaining("was closed before it came to this")
            .hasRootCauseInstanceOf(RejectedExecutionException::class.java)
        assertThat(cleaned).hasSize(2)
        assertThat(cleaned.first()).startsWith("DefaultDispatcher-worker")
    }

    @Test
    fun shouldCancelWhatHasATimeoutThatNoLongerComes() {
        val waiting = begun { withTimeout(3_600_000) { awaitCancellation() } }
        scheduler.close(Duration.ofMillis(1))

        assertThat(causeOfEnd(waiting)).isInstanceOf(CancellationException::class.java)
    }

    @Test
    fun shouldCancelADelayThatBeginsWhenTheSchedulerIsClosed() {
        scheduler.close()
        val waiting = begun { delay(3_600_000) }

        assertThat(causeOfEnd(waiting)).hasRootCauseInstanceOf(RejectedExecutionException::class.java)
    }

    @Test
    fun shouldCancelATimeoutThatBeginsWhenTheSchedulerIsClosed() {
        scheduler.close()
        val waiting = begun { withTimeout(3_600_000) { awaitCancellation() } }

        assertThat(causeOfEnd(waiting)).hasRootCauseInstanceOf(RejectedExecutionException::class.java)
    }

    @Test
    fun shouldEndTheDelayOfACoroutineWithoutAJob() {
        val failure = CompletableFuture<Throwable?>()
        val waits = CountDownLatch(1)
        val body: suspend () -> Unit = {
            waits.countDown()
            delay(3_600_000)
        }
        body.startCoroutine(Continuation(dispatcher) { failure.complete(it.exceptionOrNull()) })
        waits.await()
        scheduler.close(Duration.ofMillis(1))

        assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(CancellationException::class.java)
    }

    @Test
    fun shouldNeverHangHoweverTheSchedulerEnds() {
        repeat(30) { round ->
            val own = Scheduler.builder().workers(2).build()
            val jobs = ConcurrentHashMap.newKeySet<Job>()
            val all = CoroutineScope(own.asCoroutineDispatcher() + SupervisorJob())
            repeat(50) {
                jobs += all.launch {
                    while (true) {
                        delay(it % 3L)
                        yield()
                    }
                }
            }
            own.close(Duration.ofMillis(round % 3L))
            jobs.forEach { joined(it) }
            assertThat(jobs).allMatch { it.isCancelled }
        }
    }

    @Test
    fun shouldLetTheOldestCoroutineGoOnAfterAFewMessagesOfTwoThatTalk() {
        val said = AtomicInteger()
        val saidBefore = CompletableFuture<Int>()
        Scheduler.builder().workers(1).maxWait(Duration.ofDays(1)).build().use { single ->
            val talk = CoroutineScope(single.asCoroutineDispatcher())
            try {
                talk.launch {
                    launch { saidBefore.complete(said.get()) }
                    val pings = Channel<Int>()
                    launch { while (isActive) pings.send(said.incrementAndGet()) }
                    for (ping in pings) {
                        check(ping > 0)
                    }
                }
                assertThat(saidBefore.get(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS))
                    .isLessThan(32)
            } finally {
                talk.cancel()
            }
        }
    }
}
