package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CachedNanoClockTest {
    private static final Duration SHORTEST = Duration.ofNanos(100_000);

    private final AtomicLong time = new AtomicLong(-5);

    @Test
    void shouldRepeatTheTimeUntilItIsRenewed() {
        Thread reader = Thread.currentThread();
        var renewals = new CountDownLatch(1);
        NanoClock source = () -> {
            if (!Thread.currentThread().equals(reader)) {
                awaitLatch(renewals);
            }
            return time.get();
        };
        try (var clock = CachedNanoClock.start(source, SHORTEST)) {
            assertThat(clock.nanoTime()).as("the first reading is precise").isEqualTo(-5);
            time.set(1000);
            assertThat(clock.nanoTime()).isEqualTo(-5);
            renewals.countDown();
            await(() -> clock.nanoTime() == 1000);
        }
    }

    @Test
    void shouldBeRenewedWhileItIsRead() {
        try (var clock = CachedNanoClock.start(time::get, SHORTEST)) {
            assertThat(clock.nanoTime()).isEqualTo(-5);
            time.set(1000);
            await(() -> clock.nanoTime() == 1000);
        }
    }

    @Test
    void shouldSleepWhenNobodyReadsAndWakeUpForAReadingThatIsPrecise() {
        var readings = new AtomicLong();
        NanoClock source = () -> {
            readings.incrementAndGet();
            return time.get();
        };
        try (var clock = CachedNanoClock.start(source, SHORTEST)) {
            for (int i = 0; i < 3; i++) {
                await(clock::isAsleep);
                long before = readings.get();
                assertThat(clock.isAsleep()).isTrue();
                time.addAndGet(1000);
                assertThat(clock.nanoTime()).isEqualTo(time.get());
                // Only the thread reads more than once; it may be asleep again by now.
                await(() -> readings.get() > before + 1);
            }
        }
    }

    @Test
    void shouldReadTheSourceOnceClosedAndEndItsThread() {
        var clock = CachedNanoClock.start(time::get, Duration.ofSeconds(1));
        clock.nanoTime();
        clock.close();
        await(() -> !clock.thread.isAlive());
        for (int i = 0; i < 3; i++) {
            time.incrementAndGet();
            assertThat(clock.nanoTime()).isEqualTo(time.get());
        }
        clock.close();
    }

    @Test
    void shouldCloseWhileAsleep() {
        var clock = CachedNanoClock.start(time::get, SHORTEST);
        assertThat(clock.isAsleep()).isTrue();
        clock.close();
        await(() -> !clock.thread.isAlive());
    }

    @Test
    void shouldNotTakeTheTimeOfAReaderThatWasHeldUpSinceAnEarlierSleep() throws Exception {
        var slow = new CountDownLatch(1);
        var taken = new CountDownLatch(1);
        var slowThread = new AtomicLong(-1);
        NanoClock source = () -> {
            long value = time.get();
            if (Thread.currentThread().threadId() == slowThread.get()) {
                taken.countDown();
                awaitLatch(slow);
            }
            return value;
        };
        try (var clock = CachedNanoClock.start(source, SHORTEST)) {
            var slowReader = new FutureTask<>(() -> {
                slowThread.set(Thread.currentThread().threadId());
                return clock.nanoTime();
            });
            Thread.ofPlatform().daemon().start(slowReader);
            awaitLatch(taken);
            slowThread.set(-1);
            time.set(1000);
            assertThat(clock.nanoTime()).isEqualTo(1000);
            await(clock::isAsleep);
            slow.countDown();
            assertThat(slowReader.get(30, TimeUnit.SECONDS)).isEqualTo(1000);
            assertThat(clock.nanoTime()).isEqualTo(1000);
        }
    }

    @Test
    void shouldNotRunBackwardsWhileItIsReadAndClosed() throws Exception {
        try (var clock = CachedNanoClock.start(System::nanoTime, SHORTEST)) {
            new TimeOrder(clock).check(3, 300_000, 0);
            var order = new TimeOrder(clock);
            Thread.ofPlatform().daemon().start(clock::close);
            order.check(3, 100_000, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000099999S", "PT1.000000001S", "PT999999999999H"})
    void shouldRefuseAResolutionOutOfBounds(String resolution) {
        assertThatThrownBy(() -> NanoClock.cached(Duration.parse(resolution)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the resolution of a cached clock must be from 100000 ns to 1000000000 ns, but is "
                        + Duration.parse(resolution));
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
