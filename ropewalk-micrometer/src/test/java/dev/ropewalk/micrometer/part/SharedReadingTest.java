package dev.ropewalk.micrometer.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MockClock;
import java.time.Duration;
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
}
