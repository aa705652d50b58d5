package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TourClockTest {
    private long nanos = 55;

    private final TourClock clock = new TourClock(4, () -> nanos);

    @Test
    void shouldDealOutTheTimeInEqualParts() {
        assertThat(clock.next()).isEqualTo(TourClock.TOTAL.dividedBy(4));
    }

    @Test
    void shouldGiveTheOthersWhatOneLeavesOver() {
        Duration first = clock.next();

        assertThat(clock.next()).isGreaterThan(first);
    }

    @Test
    void shouldGiveNothingWhenAllIsUsedUp() {
        clock.next();
        nanos += Duration.ofHours(1).toNanos();

        assertThat(clock.next()).isZero();
    }

    @Test
    void shouldEndWithinSixMinutesEvenIfOneTakesTooLong() {
        assertThat(TourClock.TOTAL).isLessThan(Duration.ofMinutes(6));
    }
}
