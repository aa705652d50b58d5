package dev.ropewalk.micrometer.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MockClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedReadingTest {
    private final MockClock clock = new MockClock();
    private final SharedReading<AtomicInteger, Integer> reading =
            new SharedReading<>(AtomicInteger::incrementAndGet, clock);
    private final AtomicInteger snapshots = new AtomicInteger();

    @Test
    void shouldShareASnapshotUntilItIsTooOld() {
        assertThat(reading.of(snapshots)).isEqualTo(1);
        clock.add(Duration.ofMillis(SharedReading.KEPT_MILLIS - 1));
        assertThat(reading.of(snapshots)).isEqualTo(1);
        clock.add(Duration.ofMillis(1));
        assertThat(reading.of(snapshots)).isEqualTo(2);
    }

    @Test
    void shouldTakeASnapshotOfThisMomentWhenAsked() {
        assertThat(reading.of(snapshots)).isEqualTo(1);
        assertThat(reading.ofThisMoment(snapshots)).isEqualTo(2);
        assertThat(reading.of(snapshots)).isEqualTo(2);
    }

    @Test
    void shouldHaveNoFiguresOfAPartThatRefuses() {
        var refused = new SharedReading<AtomicInteger, Integer>(
                part -> {
                    throw new IllegalStateException("closed");
                },
                clock);

        assertThat(refused.of(snapshots)).isNull();
    }

    @Test
    void shouldHaveNoFiguresOfAPartThatLacksAModule() {
        var incomplete = new SharedReading<AtomicInteger, Integer>(
                part -> {
                    throw new NoClassDefFoundError("as intended");
                },
                clock);

        assertThat(incomplete.of(snapshots)).isNull();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldNotHoldOthersUpBehindAPartThatHangs() throws Exception {
        var hangs = new AtomicBoolean();
        var entered = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        var hanging = new SharedReading<AtomicInteger, Integer>(
                part -> {
                    if (hangs.get()) {
                        entered.countDown();
                        awaitQuietly(released);
                    }
                    return part.incrementAndGet();
                },
                clock);
        assertThat(hanging.of(snapshots)).isEqualTo(1);
        clock.add(Duration.ofMillis(SharedReading.KEPT_MILLIS));
        hangs.set(true);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<Integer> held = threads.submit(() -> hanging.of(snapshots));
            try {
                entered.await();
                assertThat(threads.submit(() -> hanging.of(snapshots)).get(30, TimeUnit.SECONDS))
                        .isEqualTo(1);
                assertThat(threads.submit(() -> hanging.ofThisMoment(snapshots)).get(30, TimeUnit.SECONDS))
                        .isEqualTo(1);
            } finally {
                released.countDown();
            }
            assertThat(held.get()).isEqualTo(2);
            assertThat(hanging.of(snapshots)).isEqualTo(2);
        }
    }
}
