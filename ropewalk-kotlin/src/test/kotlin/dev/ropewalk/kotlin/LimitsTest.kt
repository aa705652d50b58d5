package dev.ropewalk.kotlin

import dev.ropewalk.limit.Budget
import dev.ropewalk.limit.BudgetClosedException
import dev.ropewalk.limit.Demand
import dev.ropewalk.limit.Limiter
import dev.ropewalk.limit.LimiterFullException
import dev.ropewalk.limit.LimitAlgorithm
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class LimitsTest {
    private val limiter = Limiter.fixed(1).build()
    private val budget = Budget.builder().resource("memory", 10).build()
    private val all = Demand.of("memory", 10)

    private fun failureOf(block: suspend () -> Any?): Throwable? = runBlocking { runCatching { block() } }.exceptionOrNull()

    /** Counts what an adaptive limiter is told. */
    private class Told : LimitAlgorithm {
        val successes = AtomicInteger()
        val drops = AtomicInteger()

        override fun initialLimit() = 1

        override fun update(now: Long, roundTripNanos: Long, inFlight: Int, dropped: Boolean): Int {
            (if (dropped) drops else successes).incrementAndGet()
            return 1
        }
    }

    @Test
    fun shouldBoundHowManyCallsRun() {
        val running = AtomicInteger()
        val most = AtomicInteger()
        runBlocking(Dispatchers.Default) {
            List(50) {
                launch {
                    limiter.withPermit {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max)
                        delay(1)
                        running.decrementAndGet()
                    }
                }
            }.joinAll()
        }

        assertThat(most.get()).isEqualTo(1)
        assertThat(limiter.stats().inFlight()).isZero()
    }

    @Test
    fun shouldTellHowACallHasEnded() {
        val told = Told()
        val adaptive = Limiter.adaptive(told).build()
        runBlocking {
            adaptive.withPermit { delay(1) }
            runCatching { adaptive.withPermit { error("dropped") } }
            runCatching { adaptive.withPermit(drops = { false }) { error("ignored") } }
            runCatching { adaptive.withPermit { throw CancellationException("ignored") } }
            runCatching { adaptive.withPermit { withTimeout(1) { delay(Long.MAX_VALUE) } } }
        }

        assertThat(told.successes.get()).isEqualTo(1)
        assertThat(told.drops.get()).isEqualTo(2)
        assertThat(adaptive.stats().inFlight()).isZero()
    }

    @Test
    fun shouldReleaseThePermitOfACallWhoseFailureCantBeJudged() {
        val thrown = IllegalStateException("thrown")
        val failure = failureOf { limiter.withPermit(drops = { error("no idea") }) { throw thrown } }

        assertThat(failure).isSameAs(thrown)
        assertThat(thrown.suppressed).hasSize(1)
        assertThat(limiter.stats().inFlight()).isZero()
    }

    @Test
    fun shouldLeaveTheLineWhenCancelled() {
        val permit = limiter.acquire()
        runBlocking {
            val waiting = launch(start = CoroutineStart.UNDISPATCHED) { limiter.withPermit { error("must not run") } }
            assertThat(limiter.stats().waiting()).isEqualTo(1)
            waiting.cancelAndJoin()
        }

        assertThat(limiter.stats().waiting()).isZero()
        permit.close()
        assertThat(limiter.tryAcquire()).isPresent
    }

    @Test
    fun shouldGiveBackAPermitThatIsGrantedInTheMomentOfACancel() {
        val permit = limiter.acquire()
        val dispatcher = HeldDispatcher()
        val waiting = CoroutineScope(dispatcher).launch(start = CoroutineStart.UNDISPATCHED) { limiter.acquireSuspending() }
        permit.succeed()
        waiting.cancel()
        assertThat(limiter.stats().inFlight()).isEqualTo(1)
        dispatcher.runAll()

        assertThat(limiter.stats().inFlight()).isZero()
    }

    @Test
    fun shouldTakeNothingWhenCancelledBefore() {
        runBlocking {
            launch {
                currentCoroutineContext().cancel()
                runCatching { limiter.acquireSuspending() }
                runCatching { budget.acquireSuspending(all) }
            }.join()
        }

        assertThat(limiter.stats().inFlight()).isZero()
        assertThat(budget.available("memory")).isEqualTo(10)
    }

    @Test
    fun shouldSayThatTheLimiterIsFull() {
        val full = Limiter.fixed(1).maxWaiting(0).build()
        full.acquire()

        assertThat(failureOf { full.acquireSuspending() }).isInstanceOf(LimiterFullException::class.java)
    }

    // Budgets

    @Test
    fun shouldCallUnderAGrant() {
        val available = runBlocking { budget.withGrant(all) { budget.available("memory") } }

        assertThat(available).isZero()
        assertThat(budget.available("memory")).isEqualTo(10)
    }

    @Test
    fun shouldCloseTheGrantOfACallThatFails() {
        assertThat(failureOf { budget.withGrant(all) { error("thrown") } }).hasMessage("thrown")
        assertThat(budget.available("memory")).isEqualTo(10)
    }

    @Test
    fun shouldGiveBackAGrantThatIsGivenInTheMomentOfACancel() {
        val grant = budget.acquire(all)
        val dispatcher = HeldDispatcher()
        val waiting = CoroutineScope(dispatcher).launch(start = CoroutineStart.UNDISPATCHED) { budget.acquireSuspending(all) }
        grant.close()
        waiting.cancel()
        dispatcher.runAll()

        assertThat(budget.available("memory")).isEqualTo(10)
    }

    @Test
    fun shouldWithdrawTheDemandOfACancelledCoroutine() {
        val grant = budget.acquire(all)
        runBlocking {
            launch(start = CoroutineStart.UNDISPATCHED) { budget.acquireSuspending(all) }.cancelAndJoin()
        }

        assertThat(budget.waiters()).isEmpty()
        grant.close()
    }

    @Test
    fun shouldSayThatTheBudgetIsClosed() {
        budget.close()

        assertThat(failureOf { budget.acquireSuspending(all) }).isInstanceOf(BudgetClosedException::class.java)
    }

    @Test
    fun shouldRefuseWhatTheBudgetDoesNotHave() {
        assertThat(failureOf { budget.acquireSuspending(Demand.of("calls", 1)) })
            .isInstanceOf(IllegalArgumentException::class.java)
            .hasMessageContaining("calls")
    }
}
