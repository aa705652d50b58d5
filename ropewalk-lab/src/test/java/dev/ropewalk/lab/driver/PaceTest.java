package dev.ropewalk.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private long nanos = 1_000;

    @Test
    void shouldFitRoundsIntoACellsPartOfTheTime() {
        Pace pace = pace(100, 10);
        pace.beginCell();

        assertThat(pace.moreRounds(1, 5, 1, 1, SECOND)).isEqualTo(10);
    }

    @Test
    void shouldDivideACellAmongItsPasses() {
        Pace pace = pace(100, 10);
        pace.beginCell();

        assertThat(pace.moreRounds(1, 1, 3, 5, SECOND)).isEqualTo(6);
    }

    @Test
    void shouldGiveWhatAShortCellLeavesToTheNextOnes() {
        Pace pace = pace(100, 2);
        pace.beginCell();
        pass(10);
        pace.beginCell();

        assertThat(pace.moreRounds(1, 1, 1, 1, Duration.ofSeconds(9))).isEqualTo(10);
    }

    @Test
    void shouldGiveEachCellTheTimeForWhichItWaitsAndItsPartOfTheRest() {
        Pace pace = pace(100, List.of(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ZERO));
        pace.beginCell();
        assertThat(pace.moreRounds(1, 1, 1, 1, Duration.ofSeconds(2))).isEqualTo(10);

        pass(20);
        pace.beginCell();
        assertThat(pace.moreRounds(1, 1, 1, 1, Duration.ofSeconds(7))).isEqualTo(10);
    }

    @Test
    void shouldTakeTheMinimumEvenIfItOverdrawsTheCell() {
        Pace pace = pace(100, 10);
        pace.beginCell();

        assertThat(pace.moreRounds(1, 5, 1, 1, Duration.ofSeconds(3))).isEqualTo(4);
    }

    @Test
    void shouldLeaveTimeToOtherCellsEvenIfThatGoesBelowTheMinimum() {
        Pace pace = pace(100, 10);
        pace.beginCell();

        assertThat(pace.moreRounds(1, 5, 1, 1, Duration.ofSeconds(5))).isEqualTo(3);
    }

    @Test
    void shouldKeepTheDeadlineEvenIfThatGoesBelowTheMinimum() {
        Pace pace = pace(100, 1);
        pace.beginCell();
        pass(80);

        assertThat(pace.moreRounds(1, 5, 1, 1, Duration.ofSeconds(8))).isEqualTo(2);
    }

    @Test
    void shouldTakeNoMoreThanTheMaximum() {
        Pace pace = pace(100, 1);
        pace.beginCell();

        assertThat(pace.moreRounds(1, 5, 1, 1, Duration.ofMillis(1))).isEqualTo(14);
    }

    @Test
    void shouldSayWhenTheTimeIsUp() {
        Pace pace = pace(100, 1);

        pass(99);
        assertThat(pace.isOutOfTime()).isFalse();
        pass(1);
        assertThat(pace.isOutOfTime()).isTrue();
    }

    private void pass(int seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }

    private Pace pace(int seconds, int cells) {
        return pace(seconds, Collections.nCopies(cells, Duration.ZERO));
    }

    private Pace pace(int seconds, List<Duration> waiting) {
        return new Pace(new Budget(Duration.ofSeconds(seconds), 5, 15, Duration.ZERO, SECOND, 1), waiting, () -> nanos);
    }
}
