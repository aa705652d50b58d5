package dev.ropewalk.scheduler.carrier;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WheelTimerTest {
    private static final long MILLI = 1_000_000;

    private final List<Thread> started = new ArrayList<>();
    private final ConcurrentLinkedQueue<Runnable> batches = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 65_536, 1_000_000, 4_194_303, 4_194_304, 20_000_000, 130_000_000})
    void shouldBeLateByOneSixtyFourthOrOneTickAtMost(long delay) {
        for (long due = delay; due < delay + 10_000_000; due += 99_991) {
            long late = (WheelTimer.tick(due, delay) << WheelTimer.TICK_SHIFT) - due;

            assertThat(late).isNotNegative().isLessThan(Math.max(delay / 64 + 1, 1 << WheelTimer.TICK_SHIFT));
        }
    }

    @Test
    void shouldStartItsThreadForTheFirstTimeout() {
        var timer = new WheelTimer(Runnable::run, this::thread);
        assertThat(started).isEmpty();

        runsAll(timer, 3);
        runsAll(timer, 3);
        assertThat(started).hasSize(1);
    }

    @Test
    void shouldTakeNothingIfItsThreadCannotBeStarted() {
        var tries = new AtomicInteger();
        var timer = new WheelTimer(Runnable::run, task -> {
            tries.getAndIncrement();
            throw new OutOfMemoryError("thrown on purpose");
        });

        assertThat((Object) timer.schedule(WheelTimerTest::nothing, MILLI)).isNull();
        assertThat((Object) timer.schedule(WheelTimerTest::nothing, MILLI)).isNull();
        assertThat(tries).hasValue(1);
    }

    @Test
    void shouldRunNothingInItsOwnThread() {
        var timer = new WheelTimer(batches::add, this::thread);
        var ran = new CompletableFuture<Thread>();
        requireNonNull(timer.schedule(() -> ran.complete(Thread.currentThread()), MILLI));

        Await.until("a batch", () -> !batches.isEmpty());
        assertThat(ran).isNotDone();
        batches.remove().run();
        assertThat(ran).isCompletedWithValue(Thread.currentThread());
    }

    @Test
    void shouldHandOverTogetherWhatIsDueTogether() {
        var held = new CountDownLatch(1);
        var first = new CountDownLatch(1);
        var timer = new WheelTimer(
                task -> {
                    batches.add(task);
                    first.countDown();
                    await(held);
                },
                this::thread);
        var ran = new AtomicInteger();
        requireNonNull(timer.schedule(WheelTimerTest::nothing, 1));
        await(first);
        for (int i = 0; i < 100; i++) {
            requireNonNull(timer.schedule(ran::getAndIncrement, 1));
        }
        long end = System.nanoTime() + MILLI;
        Await.until("all are due", () -> System.nanoTime() - end > 0);
        held.countDown();

        Await.until("the second batch", () -> batches.size() >= 2);
        batches.remove().run();
        batches.remove().run();
        assertThat(ran).hasValue(100);
    }

    @Test
    void shouldRunTheOthersIfOneThrows() {
        var timer = new WheelTimer(batches::add, this::thread);
        requireNonNull(timer.schedule(
                () -> {
                    throw new IllegalStateException("thrown on purpose");
                },
                1));
        var ran = new CompletableFuture<String>();
        requireNonNull(timer.schedule(() -> ran.complete("ran"), MILLI));
        List<Throwable> reported = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> reported.add(thrown));
        try {
            Await.until("all have run", () -> {
                for (Runnable batch = batches.poll(); batch != null; batch = batches.poll()) {
                    batch.run();
                }
                return ran.isDone();
            });
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        assertThat(reported).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldHandOverAgainWhatWasRefused() {
        var refusals = new AtomicInteger();
        var timer = new WheelTimer(
                task -> {
                    if (refusals.getAndIncrement() == 0) {
                        throw new OutOfMemoryError("thrown on purpose");
                    }
                    task.run();
                },
                this::thread);

        runsAll(timer, 10);
        assertThat(refusals).hasValueGreaterThan(1);
    }

    /** As a pool does that has the task, and then can't start a thread for it. */
    @Test
    void shouldRunOnceWhatWasTakenAndRefused() {
        var runs = new AtomicInteger();
        var timer = new WheelTimer(
                task -> {
                    if (batches.isEmpty()) {
                        batches.add(task);
                        throw new RejectedExecutionException("thrown on purpose");
                    }
                    task.run();
                },
                this::thread);
        requireNonNull(timer.schedule(runs::getAndIncrement, MILLI));

        Await.until("it has run", () -> runs.get() > 0);
        batches.remove().run();
        assertThat(runs).hasValue(1);
    }

    @Test
    void shouldKeepNoCommandOfWhatIsCancelled() {
        var timer = new WheelTimer(Runnable::run, this::thread);
        var timeout = requireNonNull(timer.schedule(WheelTimerTest::nothing, WheelTimer.MAX_DELAY_NANOS));

        assertThat(timeout.cancel(true)).isTrue();
        assertThat(timeout.take()).isNull();
    }

    @Test
    void shouldGoOnAfterAnInterrupt() {
        var timer = new WheelTimer(Runnable::run, this::thread);
        runsAll(timer, 1);
        started.getFirst().interrupt();
        runsAll(timer, 100);
    }

    private static void runsAll(WheelTimer timer, int count) {
        var left = new CountDownLatch(count);
        IntStream.range(0, count).forEach(i -> requireNonNull(timer.schedule(left::countDown, i * MILLI / 8)));
        await(left);
    }

    private Thread thread(Runnable task) {
        Thread thread = Thread.ofPlatform().daemon().name("wheel-timer-test").unstarted(task);
        started.add(thread);
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void nothing() {}
}
