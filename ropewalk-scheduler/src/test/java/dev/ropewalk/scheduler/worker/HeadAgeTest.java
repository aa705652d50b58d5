package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeadAgeTest {
    private final HeadAge watch = new HeadAge();

    @Test
    void shouldTellHowLongItHasSeenTheSameHead() {
        assertThat(watch.observe(0, true, 1_000)).isZero();
        assertThat(watch.observe(0, true, 1_500)).isEqualTo(500);
        assertThat(watch.observe(0, true, 4_000)).isEqualTo(3_000);
    }

    @Test
    void shouldBeginAnewWithAnotherHead() {
        watch.observe(7, true, 1_000);

        assertThat(watch.observe(8, true, 2_000)).isZero();
        assertThat(watch.observe(8, true, 2_100)).isEqualTo(100);
    }

    @Test
    void shouldTellNothingWhenThereIsNoHead() {
        watch.observe(7, true, 1_000);

        assertThat(watch.observe(7, false, 2_000)).isZero();
    }

    @Test
    void shouldBeginAnewWhenAHeadComesAfterNone() {
        watch.observe(7, true, 1_000);
        watch.observe(7, false, 2_000);

        assertThat(watch.observe(7, true, 3_000)).isZero();
        assertThat(watch.observe(7, true, 3_250)).isEqualTo(250);
    }

    @Test
    void shouldCountAcrossTheWrapOfTheClock() {
        watch.observe(1, true, Long.MAX_VALUE - 10);

        assertThat(watch.observe(1, true, Long.MIN_VALUE + 9)).isEqualTo(20);
    }
}
