package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitWatchTest {
    private final WaitWatch watch = new WaitWatch();

    @Test
    void shouldTellHowLongItHasSeenTheSameHead() {
        assertThat(watch.waited(0, true, 1_000)).isZero();
        assertThat(watch.waited(0, true, 1_500)).isEqualTo(500);
        assertThat(watch.waited(0, true, 4_000)).isEqualTo(3_000);
    }

    @Test
    void shouldBeginAnewWithAnotherHead() {
        watch.waited(7, true, 1_000);

        assertThat(watch.waited(8, true, 2_000)).isZero();
        assertThat(watch.waited(8, true, 2_100)).isEqualTo(100);
    }

    @Test
    void shouldTellNothingWhenThereIsNoHead() {
        watch.waited(7, true, 1_000);

        assertThat(watch.waited(7, false, 2_000)).isZero();
    }

    @Test
    void shouldBeginAnewWhenAHeadComesAfterNone() {
        watch.waited(7, true, 1_000);
        watch.waited(7, false, 2_000);

        assertThat(watch.waited(7, true, 3_000)).isZero();
        assertThat(watch.waited(7, true, 3_250)).isEqualTo(250);
    }

    @Test
    void shouldCountAcrossTheWrapOfTheClock() {
        watch.waited(1, true, Long.MAX_VALUE - 10);

        assertThat(watch.waited(1, true, Long.MIN_VALUE + 9)).isEqualTo(20);
    }
}
