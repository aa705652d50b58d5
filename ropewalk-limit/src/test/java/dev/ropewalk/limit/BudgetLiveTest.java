package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.BrokenLog;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** Resources that are measured. */
class BudgetLiveTest {
    private static final Demand ONE = Demand.of("room", 1);
    private static final long MILLISECOND = 1_000_000;

    private final AtomicLong room = new AtomicLong(1);
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger readings = new AtomicInteger();

    private BudgetBuilder builder(LongSupplier capacity) {
        return Budget.builder().resource(Resource.live("room", capacity, Duration.ofMillis(10)));
    }

    private long read() {
        readings.incrementAndGet();
        return room.get();
    }

    @Test
    void shouldMeasureAtMostOnceInAnInterval() throws InterruptedException {
        Budget budget = builder(this::read).clock(now::get).build();
        for (int i = 0; i < 100; i++) {
            budget.acquire(ONE).close();
        }
        assertThat(readings).hasValue(1);

        room.set(7);
        now.addAndGet(10 * MILLISECOND);
        assertThat(budget.capacity("room")).isEqualTo(7);
        assertThat(readings).hasValue(2);
    }

    @Test
    void shouldMeasureWhenSomethingIsGivenBackForWhichSomebodyWaits() throws InterruptedException {
        Duration hour = Duration.ofHours(1);
        room.set(2);
        Budget budget = Budget.builder()
                .resource(Resource.live("room", this::read, hour))
                .clock(now::get)
                .build();
        Grant one = budget.acquire(ONE);
        Grant other = budget.acquire(ONE);
        CompletableFuture<Grant> waiting = budget.acquireAsync(Demand.of("room", 3));

        room.set(4);
        now.addAndGet(hour.toNanos());
        one.close();
        assertThat(waiting).isCompleted();
        assertThat(readings).hasValue(2);

        now.addAndGet(hour.toNanos());
        other.close();
        assertThat(readings).as("no request waits").hasValue(2);
        budget.close();
    }

    @Test
    void shouldAdmitWhoWaitsWhenTheMeasureGoesUp() {
        Budget budget = builder(room::get).build();
        Grant held = budget.tryAcquire(ONE).orElseThrow();
        CompletableFuture<Grant> waiting = budget.acquireAsync(ONE);

        room.set(2);

        Await.until("admitted", waiting::isDone);
        held.close();
    }

    @Test
    void shouldMeasureByItselfOnlyWhileSomebodyWaits() {
        Budget budget = builder(this::read).build();
        Grant held = budget.tryAcquire(ONE).orElseThrow();
        CompletableFuture<Grant> waiting = budget.acquireAsync(ONE);
        Await.until("measured", () -> readings.get() > 3);

        held.close();
        waiting.join().close();
        Await.until("the watcher has ended", () -> !ResourceBudget.of(budget).isWatched());

        int before = readings.get();
        CompletableFuture<Grant> again = budget.acquireAsync(ONE).thenCompose(grant -> budget.acquireAsync(ONE));
        Await.until("measured again", () -> readings.get() > before + 2);
        assertThat(again).isNotDone();
        budget.close();
        Await.until("the watcher has ended", () -> !ResourceBudget.of(budget).isWatched());
        assertThat(again).isCompletedExceptionally();
    }

    @Test
    void shouldMeasureOnTheTimersOfAScheduler() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            Budget budget = builder(room::get).scheduler(scheduler).build();
            Grant held = budget.tryAcquire(ONE).orElseThrow();
            CompletableFuture<Grant> waiting = budget.acquireAsync(ONE);
            CompletableFuture<String> thread =
                    waiting.thenApply(grant -> Thread.currentThread().getName());

            room.set(2);

            assertThat(thread.join()).contains("worker");
            held.close();
            Await.until("no timer is armed", () -> !ResourceBudget.of(budget).isWatched());
        }
    }

    @Test
    void shouldGoOnWithoutTimersWhenTheSchedulerIsClosed() {
        Scheduler scheduler = Scheduler.builder().workers(1).build();
        Budget budget = builder(room::get).scheduler(scheduler).build();
        scheduler.close();
        Grant held = budget.tryAcquire(ONE).orElseThrow();
        CompletableFuture<Grant> waiting = budget.acquireAsync(ONE);

        held.close();

        assertThat(waiting).isCompleted();
    }

    @Test
    void shouldKeepTheCapacityAndLogOnceIfMeasuringFails() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.limit")) {
            Budget budget = builder(() -> {
                        if (readings.incrementAndGet() > 1) {
                            throw new IllegalStateException("no gauge");
                        }
                        return 5;
                    })
                    .clock(now::get)
                    .build();
            for (int i = 0; i < 3; i++) {
                now.addAndGet(10 * MILLISECOND);
                assertThat(budget.capacity("room")).isEqualTo(5);
            }
            assertThat(readings).hasValue(4);
            assertThat(log.messages(Level.WARNING, "can't measure 'room'"))
                    .singleElement()
                    .asString()
                    .contains("no gauge");
        }
    }

    @Test
    void shouldAdmitNothingIfTheMeasureIsBelowZero() {
        Budget budget = builder(() -> -5).build();

        assertThat(budget.capacity("room")).isZero();
        assertThat(budget.tryAcquire(ONE)).isEmpty();
    }

    @Test
    void shouldNameAndTimeMeasuredResourcesAnew() {
        Resource heap = Budget.heap().named("memory").every(Duration.ofMillis(5));

        assertThat(heap.name()).isEqualTo("memory");
        assertThat(heap).hasToString("memory measured every PT0.005S");
        assertThatThrownBy(() -> heap.every(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("interval of 'memory' must be above zero: PT0S");
        assertThatThrownBy(() -> Resource.of("calls", 1).every(Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("'calls' isn't measured, its capacity is given");
        assertThatThrownBy(() -> Budget.heap(-1)).hasMessage("reserve must not be below zero: -1");
    }

    @Test
    void shouldGoOnMeasuringWithALogThatThrows() {
        Budget budget = builder(() -> {
                    if (readings.incrementAndGet() == 2) {
                        throw new IllegalStateException("no reading");
                    }
                    return room.get();
                })
                .clock(now::get)
                .build();
        room.set(7);

        try (var log = new BrokenLog("dev.ropewalk.limit")) {
            now.addAndGet(10 * MILLISECOND);
            assertThat(budget.capacity("room")).isEqualTo(1);
            assertThat(log.uses()).isPositive();
            now.addAndGet(10 * MILLISECOND);
            assertThat(budget.capacity("room")).isEqualTo(7);
        }
    }

    @Test
    void shouldGoOnMeasuringByItselfAfterALookThatFails() {
        var clock = new ClockThatFailsElsewhere(2);
        shouldAdmitAfterFailures(builder(room::get).clock(clock).build(), clock);
    }

    @Test
    void shouldGoOnMeasuringOnTheTimersOfASchedulerAfterALookThatFails() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            var clock = new ClockThatFailsElsewhere(2);
            shouldAdmitAfterFailures(
                    builder(room::get).scheduler(scheduler).clock(clock).build(), clock);
        }
    }

    private void shouldAdmitAfterFailures(Budget budget, ClockThatFailsElsewhere clock) {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.limit")) {
            Grant held = budget.tryAcquire(ONE).orElseThrow();
            CompletableFuture<Grant> waiting = budget.acquireAsync(ONE);
            Await.until("all looks that fail were made", () -> clock.failures.get() <= 0);

            room.set(2);

            Await.until("admitted", waiting::isDone);
            assertThat(log.messages(Level.WARNING, "can't measure live resources"))
                    .singleElement()
                    .asString()
                    .contains("as asked");
            held.close();
        }
    }

    /** The real time, but the first times that other threads than the test's ask for it there is no memory. */
    private static final class ClockThatFailsElsewhere implements LongSupplier {
        private final Thread tests = Thread.currentThread();
        private final AtomicInteger failures;

        ClockThatFailsElsewhere(int times) {
            failures = new AtomicInteger(times);
        }

        @Override
        public long getAsLong() {
            if (!Thread.currentThread().equals(tests) && failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("as asked");
            }
            return System.nanoTime();
        }
    }
}
