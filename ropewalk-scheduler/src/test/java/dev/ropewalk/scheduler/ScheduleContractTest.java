package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.executor.ExecutorServices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link ScheduledExecutorService} and {@link ScheduledFuture}; what has to do with how long things take is elsewhere. */
@ParameterizedClass
@EnumSource(names = {"SCHEDULED_THREAD_POOL", "VIEW"})
class ScheduleContractTest extends ExecutorConformance {
    private final ScheduledExecutorService scheduled = (ScheduledExecutorService) executor;

    ScheduleContractTest(ExecutorServices subject) {
        super(subject);
    }

    // "Submits a one-shot task that becomes enabled after the given delay." "Zero and negative delays are allowed and
    // are
    // treated as requests for immediate execution."

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldRunAtOnceWithoutADelay(long delay, TimeUnit unit) throws Exception {
        assertThat(get(scheduled.schedule(() -> 7, delay, unit))).isEqualTo(7);
        assertThat((Object) get(scheduled.schedule(() -> {}, delay, unit))).isNull();
    }

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldBeginToRepeatAtOnceWithoutADelay(long delay, TimeUnit unit) {
        Gate gate = newGate();
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(gate, delay, 1, TimeUnit.DAYS);
        gate.awaitEntered();
        Gate other = newGate();
        ScheduledFuture<?> fixed = scheduled.scheduleWithFixedDelay(other, delay, 1, TimeUnit.DAYS);
        other.awaitEntered();
        assertThat(rate.isDone()).isFalse();
        assertThat(fixed.isDone()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(textBlock = LONG_TIME)
    void shouldNotRunBeforeALongDelay(long delay, TimeUnit unit) throws Exception {
        var runs = new AtomicInteger();
        ScheduledFuture<?> once = scheduled.schedule(runs::incrementAndGet, delay, unit);
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(runs::incrementAndGet, delay, delay, unit);
        ScheduledFuture<?> fixed = scheduled.scheduleWithFixedDelay(runs::incrementAndGet, delay, delay, unit);
        assertThat(get(scheduled.schedule(() -> 7, 1, TimeUnit.MILLISECONDS))).isEqualTo(7);
        for (ScheduledFuture<?> future : List.of(once, rate, fixed)) {
            assertThat(future.getDelay(TimeUnit.MINUTES)).isPositive();
            assertThat(future.state()).isEqualTo(Future.State.RUNNING);
        }
        assertThat(scheduled.shutdownNow()).hasSize(3);
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource(textBlock = LONG_TIME)
    void shouldRunOnceBeforeALongPeriod(long period, TimeUnit unit) {
        var runs = new AtomicInteger();
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(runs::incrementAndGet, 0, period, unit);
        ScheduledFuture<?> fixed = scheduled.scheduleWithFixedDelay(runs::incrementAndGet, 0, period, unit);
        await(
                "each has run and waits for its next time",
                () -> runs.get() == 2 && rate.getDelay(TimeUnit.MINUTES) > 0 && fixed.getDelay(TimeUnit.MINUTES) > 0);
        assertThat(rate.isDone()).isFalse();
        assertThat(fixed.isDone()).isFalse();
    }

    @Test
    void shouldKeepWhatADelayedTaskThrows() {
        ScheduledFuture<Object> future = scheduled.schedule(
                (Callable<Object>) () -> {
                    throw new IOException("as told");
                },
                1,
                TimeUnit.MICROSECONDS);
        assertThatThrownBy(() -> get(future))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    // "NullPointerException - if command or unit is null", "IllegalArgumentException - if period less than or equal to
    // zero",
    // "RejectedExecutionException - if the task cannot be scheduled for execution"

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is refused
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> scheduled.schedule((Runnable) null, 0, TimeUnit.DAYS));
        assertThatNullPointerException()
                .isThrownBy(() -> scheduled.schedule((Callable<String>) null, 0, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> scheduled.schedule(() -> {}, 0, null));
        assertThatNullPointerException().isThrownBy(() -> scheduled.schedule(() -> 1, 0, null));
        assertThatNullPointerException().isThrownBy(() -> scheduled.scheduleAtFixedRate(null, 0, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> scheduled.scheduleAtFixedRate(() -> {}, 0, 1, null));
        assertThatNullPointerException().isThrownBy(() -> scheduled.scheduleWithFixedDelay(null, 0, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> scheduled.scheduleWithFixedDelay(() -> {}, 0, 1, null));
    }

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldRefuseToRepeatWithoutAPeriod(long period, TimeUnit unit) {
        assertThatIllegalArgumentException().isThrownBy(() -> scheduled.scheduleAtFixedRate(() -> {}, 0, period, unit));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduled.scheduleWithFixedDelay(() -> {}, 0, period, unit));
    }

    @Test
    void shouldRefuseTasksWhenItIsShutDown() {
        scheduled.shutdown();
        assertThatThrownBy(() -> scheduled.schedule(() -> {}, 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> scheduled.schedule(() -> 1, 0, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> scheduled.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> scheduled.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(scheduled.isTerminated()).isTrue();
    }

    // "The sequence of task executions continues indefinitely until": the task is cancelled, the executor terminates,
    // or an
    // execution throws an exception. "Subsequent calls to isDone() on the returned future will return true."

    @Test
    void shouldRepeatUntilItIsCancelled() {
        var runs = new AtomicInteger();
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(runs::incrementAndGet, 0, 1, TimeUnit.MICROSECONDS);
        await("it repeats", () -> runs.get() > 5);
        assertThat(rate.isDone()).isFalse();
        assertThatThrownBy(() -> rate.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(rate.cancel(false)).isTrue();
        assertThat(rate.isDone()).isTrue();
        assertThatThrownBy(rate::get).isInstanceOf(CancellationException.class);
        scheduled.shutdown();
        await("nothing is left", scheduled::isTerminated);
    }

    @Test
    void shouldRepeatNoMoreAfterAnException() throws Exception {
        var runs = new AtomicInteger();
        ScheduledFuture<?> fixed = scheduled.scheduleWithFixedDelay(
                () -> {
                    if (runs.incrementAndGet() == 3) {
                        throw new IllegalStateException("as told");
                    }
                },
                0,
                1,
                TimeUnit.MICROSECONDS);
        assertThatThrownBy(() -> get(fixed))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        scheduled.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(3);
        assertThat(fixed.state()).isEqualTo(Future.State.FAILED);
    }

    @Test
    void shouldCancelEveryRepetitionWhenItIsShutDown() throws Exception {
        List<ScheduledFuture<?>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            futures.add(scheduled.scheduleAtFixedRate(() -> {}, i, 1 + i % 3, TimeUnit.MICROSECONDS));
            futures.add(scheduled.scheduleWithFixedDelay(() -> {}, i, 1 + i % 3, TimeUnit.MICROSECONDS));
        }
        scheduled.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(futures).allMatch(Future::isCancelled);
    }

    // "Subsequent executions" don't overlap: "will not concurrently execute"

    @Test
    void shouldNotRunARepetitionBesideItself() {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var runs = new AtomicInteger();
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(
                () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    running.decrementAndGet();
                    runs.incrementAndGet();
                },
                0,
                1,
                TimeUnit.NANOSECONDS);
        await("it repeats", () -> runs.get() > 2_000);
        assertThat(rate.cancel(true)).isTrue();
        assertThat(most).hasValue(1);
    }

    // Delayed: "Returns the remaining delay", Comparable

    @Test
    void shouldOrderFuturesByTheirDelays() {
        ScheduledFuture<?> sooner = scheduled.schedule(() -> {}, 1, TimeUnit.HOURS);
        ScheduledFuture<?> later = scheduled.schedule(() -> {}, 2, TimeUnit.HOURS);
        assertThat(sooner.getDelay(TimeUnit.MINUTES)).isBetween(0L, 60L);
        assertThat(later.getDelay(TimeUnit.MINUTES)).isBetween(60L, 120L);
        assertThat((Delayed) sooner).isLessThan(later);
        assertThat((Delayed) later).isGreaterThan(sooner);
        assertThat((Delayed) later).isEqualByComparingTo(later);
    }

    @Test
    void shouldHandBackDelayedAndPeriodicTasks() throws Exception {
        ScheduledFuture<?> once = scheduled.schedule(() -> {}, 1, TimeUnit.HOURS);
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);
        ScheduledFuture<?> cancelled = scheduled.schedule(() -> {}, 1, TimeUnit.HOURS);
        assertThat(cancelled.cancel(false)).isTrue();
        assertThat(scheduled.shutdownNow()).containsExactlyInAnyOrder((Runnable) once, (Runnable) rate);
        assertThat(once.isDone()).isFalse();
        assertThat(rate.isDone()).isFalse();
        assertThat(awaitTermination()).isTrue();
    }

    /** A cancellation and the time meet: the task runs or is cancelled, and nothing is left of it. */
    @Test
    void shouldRunOrBeCancelledAtItsTime() throws Exception {
        var runs = new AtomicInteger();
        int cancelled = 0;
        for (int i = 0; i < 300; i++) {
            ScheduledFuture<?> future = scheduled.schedule(runs::incrementAndGet, i % 50, TimeUnit.MICROSECONDS);
            for (int spin = 0; spin < i % 70; spin++) {
                Thread.onSpinWait();
            }
            cancelled += future.cancel(false) ? 1 : 0;
            assertThat(future.isDone()).isTrue();
        }
        scheduled.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs.get()).isBetween(300 - cancelled, 300);
    }
}
