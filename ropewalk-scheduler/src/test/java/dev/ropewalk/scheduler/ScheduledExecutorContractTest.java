package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.executor.ExecutorServices;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of a scheduled executor service. */
@ParameterizedClass
@EnumSource(names = {"SCHEDULED_THREAD_POOL", "VIEW"})
class ScheduledExecutorContractTest {
    private final ExecutorServices subject;
    private final ScheduledExecutorService executor;

    ScheduledExecutorContractTest(ExecutorServices subject) {
        this.subject = subject;
        this.executor = subject.openScheduled(2);
    }

    @AfterEach
    void dispose() {
        subject.dispose(executor);
    }

    @Test
    void shouldRunOnceTheDelayHasPassed() throws Exception {
        long start = System.nanoTime();
        ScheduledFuture<Long> future = executor.schedule(System::nanoTime, 20, TimeUnit.MILLISECONDS);
        assertThat(get(future) - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat((Object) get(executor.schedule(() -> {}, 1, TimeUnit.MILLISECONDS)))
                .isNull();
    }

    @Test
    void shouldRunAtOnceWithoutADelay() throws Exception {
        assertThat(get(executor.schedule(() -> 1, 0, TimeUnit.DAYS))).isEqualTo(1);
        assertThat(get(executor.schedule(() -> 2, -5, TimeUnit.DAYS))).isEqualTo(2);
        assertThat(get(executor.schedule(() -> 3, Long.MIN_VALUE, TimeUnit.DAYS)))
                .isEqualTo(3);
    }

    @Test
    void shouldCopeWithTheLongestDelay() throws Exception {
        ScheduledFuture<?> never = executor.schedule(() -> {}, Long.MAX_VALUE, TimeUnit.DAYS);
        assertThat(get(executor.schedule(() -> 1, 1, TimeUnit.MILLISECONDS))).isEqualTo(1);
        assertThat(never.getDelay(TimeUnit.DAYS)).isGreaterThan(365);
        assertThat(never.isDone()).isFalse();
    }

    @Test
    void shouldRunInOrderOfTheirTimes() {
        ScheduledExecutorService single = subject.openScheduled(1);
        try {
            long unit = 10;
            while (!runInOrder(single, unit)) {
                unit *= 2;
            }
        } finally {
            subject.dispose(single);
        }
    }

    /** Returns false if the delays were too short to make an order, as it took so long to ask for them. */
    private static boolean runInOrder(ScheduledExecutorService single, long unit) {
        var gate = new Gate();
        single.execute(gate);
        gate.awaitEntered();
        List<Integer> order = new CopyOnWriteArrayList<>();
        long begin = System.nanoTime();
        var third = single.schedule(() -> order.add(3), 3 * unit, TimeUnit.MILLISECONDS);
        var first = single.schedule(() -> order.add(1), unit, TimeUnit.MILLISECONDS);
        var second = single.schedule(() -> order.add(2), 2 * unit, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> last = single.schedule(() -> order.add(4), 4 * unit, TimeUnit.MILLISECONDS);
        boolean soonEnough = System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(unit);
        Await.until("all are due", () -> last.getDelay(TimeUnit.MILLISECONDS) < -5);
        gate.open();
        Await.until("all ran", () -> order.size() == 4);
        if (soonEnough) {
            assertThat(order).containsExactly(1, 2, 3, 4);
            assertThat(List.of(first, second, third)).allMatch(Future::isDone);
        }
        return soonEnough;
    }

    @Test
    void shouldSortByTimeThenByAge() {
        ScheduledFuture<?> later = executor.schedule(() -> {}, 2, TimeUnit.HOURS);
        ScheduledFuture<?> sooner = executor.schedule(() -> {}, 1, TimeUnit.HOURS);
        assertThat((Delayed) sooner).isLessThan(later);
        assertThat((Delayed) later).isGreaterThan(sooner);
        Delayed same = later;
        assertThat(later.compareTo(same)).isZero();
        assertThat(later.equals(sooner)).isFalse();
        assertThat(sooner.compareTo(new FixedDelay(TimeUnit.MINUTES.toNanos(1))))
                .isPositive();
        assertThat(sooner.compareTo(new FixedDelay(TimeUnit.DAYS.toNanos(1)))).isNegative();
        assertThat(sooner.getDelay(TimeUnit.MINUTES)).isBetween(58L, 60L);
        assertThat(((RunnableScheduledFuture<?>) sooner).isPeriodic()).isFalse();
    }

    @Test
    void shouldRepeatAtAFixedRateAndNeverEarly() {
        List<Long> starts = new CopyOnWriteArrayList<>();
        long begin = System.nanoTime();
        ScheduledFuture<?> future =
                executor.scheduleAtFixedRate(() -> starts.add(System.nanoTime()), 10, 5, TimeUnit.MILLISECONDS);
        Await.until("it repeats", () -> starts.size() >= 10);
        future.cancel(false);
        for (int i = 0; i < 10; i++) {
            assertThat(starts.get(i) - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(10 + 5L * i));
        }
        assertThat(((RunnableScheduledFuture<?>) future).isPeriodic()).isTrue();
    }

    @Test
    void shouldCatchUpAtAFixedRateWithoutOverlap() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var runs = new AtomicInteger();
        var self = new CompletableFuture<ScheduledFuture<?>>();
        var delayInSecond = new CompletableFuture<Long>();
        self.complete(executor.scheduleAtFixedRate(
                () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    if (runs.incrementAndGet() == 1) {
                        Await.pass(Duration.ofMillis(100));
                    } else {
                        delayInSecond.complete(self.join().getDelay(TimeUnit.MILLISECONDS));
                    }
                    running.decrementAndGet();
                },
                0,
                10,
                TimeUnit.MILLISECONDS));
        assertThat(get(delayInSecond)).isLessThanOrEqualTo(-80);
        Await.until("it goes on", () -> runs.get() > 15);
        assertThat(most).hasValue(1);
    }

    @Test
    void shouldLeaveTheDelayBetweenEndAndStart() {
        var lastEnd = new AtomicLong(Long.MIN_VALUE);
        var shortest = new AtomicLong(Long.MAX_VALUE);
        var runs = new AtomicInteger();
        ScheduledFuture<?> future = executor.scheduleWithFixedDelay(
                () -> {
                    if (lastEnd.get() != Long.MIN_VALUE) {
                        shortest.accumulateAndGet(System.nanoTime() - lastEnd.get(), Math::min);
                    }
                    Await.pass(Duration.ofMillis(3));
                    runs.incrementAndGet();
                    lastEnd.set(System.nanoTime());
                },
                0,
                5,
                TimeUnit.MILLISECONDS);
        Await.until("it repeats", () -> runs.get() >= 8);
        future.cancel(false);
        assertThat(shortest.get()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
    }

    @Test
    void shouldStopRepeatingAfterAnException() {
        var runs = new AtomicInteger();
        ScheduledFuture<?> future = executor.scheduleAtFixedRate(
                () -> {
                    if (runs.incrementAndGet() == 3) {
                        throw new IllegalStateException("as told");
                    }
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        assertThatThrownBy(() -> get(future))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(future.isDone()).isTrue();
        Await.pass(Duration.ofMillis(20));
        assertThat(runs).hasValue(3);
    }

    @Test
    void shouldStopRepeatingWhenCancelled() {
        var runs = new AtomicInteger();
        ScheduledFuture<?> future = executor.scheduleAtFixedRate(runs::incrementAndGet, 0, 1, TimeUnit.MILLISECONDS);
        Await.until("it repeats", () -> runs.get() >= 5);
        assertThat(future.cancel(false)).isTrue();
        assertThat(future.cancel(false)).isFalse();
        assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
        int then = runs.get();
        Await.pass(Duration.ofMillis(20));
        assertThat(runs.get()).isLessThanOrEqualTo(then + 1);
        assertThat(executor.shutdownNow()).isEmpty();
    }

    @Test
    void shouldStopRepeatingWhenATaskCancelsItself() {
        var self = new AtomicReference<@Nullable ScheduledFuture<?>>();
        var runs = new AtomicInteger();
        self.set(executor.scheduleWithFixedDelay(
                () -> {
                    ScheduledFuture<?> future = self.get();
                    if (future != null && runs.incrementAndGet() == 3) {
                        future.cancel(false);
                    }
                },
                1,
                1,
                TimeUnit.MILLISECONDS));
        Await.until("it stops", () -> Objects.requireNonNull(self.get()).isCancelled());
        executor.shutdown();
        Await.until("it ends", executor::isTerminated);
        assertThat(runs).hasValue(3);
    }

    @Test
    void shouldInterruptARunningRepetitionIfTold() throws Exception {
        var entered = new Gate();
        var left = new CompletableFuture<Boolean>();
        ScheduledFuture<?> future = executor.scheduleAtFixedRate(
                () -> {
                    entered.run();
                    left.complete(true);
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        entered.awaitEntered();
        assertThat(future.cancel(true)).isTrue();
        assertThat(get(left)).isTrue();
        assertThat(get(executor.submit(() -> Thread.currentThread().isInterrupted())))
                .isFalse();
    }

    @Test
    void shouldNotRunWhatIsCancelledBeforeItsTime() {
        var ran = new AtomicInteger();
        ScheduledFuture<?> future = executor.schedule(ran::incrementAndGet, 1, TimeUnit.HOURS);
        assertThat(future.cancel(true)).isTrue();
        assertThat(executor.shutdownNow()).as("cancelled tasks are removed").isEmpty();
        Await.until("it ends", executor::isTerminated);
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldRunDelayedTasksAfterShutdownAndCancelPeriodicOnes() throws Exception {
        var ran = new AtomicInteger();
        ScheduledFuture<?> once = executor.schedule(ran::incrementAndGet, 50, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> rate = executor.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> delay = executor.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.HOURS);
        executor.shutdown();

        assertThat(delay.isCancelled()).isTrue();
        assertThat(executor.awaitTermination(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(once.isDone()).isTrue();
        assertThat(rate.isCancelled()).isTrue();
        assertThat(ran).hasValue(1);
    }

    @Test
    void shouldHandBackDelayedTasks() {
        ScheduledFuture<?> later = executor.schedule(() -> {}, 2, TimeUnit.HOURS);
        ScheduledFuture<?> sooner = executor.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);
        List<Runnable> handedBack = executor.shutdownNow();
        assertThat(handedBack).containsExactlyInAnyOrder((Runnable) sooner, (Runnable) later);
        Await.until("it ends", executor::isTerminated);
        assertThat(later.isDone()).isFalse();
    }

    @Test
    void shouldRejectDelayedTasksAfterShutdown() {
        executor.shutdown();
        assertThatThrownBy(() -> executor.schedule(() -> {}, 1, TimeUnit.MILLISECONDS))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is refused
    void shouldRefuseBadArguments() {
        assertThatNullPointerException().isThrownBy(() -> executor.schedule((Runnable) null, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> executor.schedule((Callable<String>) null, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> executor.schedule(() -> {}, 1, null));
        assertThatNullPointerException().isThrownBy(() -> executor.scheduleAtFixedRate(null, 1, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> executor.scheduleAtFixedRate(() -> {}, 1, 1, null));
        assertThatNullPointerException().isThrownBy(() -> executor.scheduleWithFixedDelay(null, 1, 1, TimeUnit.DAYS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> executor.scheduleAtFixedRate(() -> {}, 0, 0, TimeUnit.DAYS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> executor.scheduleWithFixedDelay(() -> {}, 0, -1, TimeUnit.DAYS));
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private record FixedDelay(long nanos) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(nanos, other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
