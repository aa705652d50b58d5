package dev.ropewalk.lab.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void shouldStampWithTheIntendedTimeHoweverLateItIs() {
        long start = System.nanoTime() - 1_000_000_000;

        assertThat(Schedule.atRate(1000).await(start, 7)).isEqualTo(start + 7_000_000);
    }

    @Test
    void shouldNotPublishBeforeAnEventIsDue() {
        long start = System.nanoTime();

        long due = Schedule.atRate(1000).await(start, 2);

        assertThat(due).isEqualTo(start + 2_000_000);
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(due);
    }

    @Test
    void shouldPublishABurstAtOnce() {
        long start = System.nanoTime();
        Schedule schedule = Schedule.inBursts(10, 1_000_000);

        assertThat(schedule.await(start, 19)).isEqualTo(start + 1_000_000);
        assertThat(schedule.await(start, 20)).isEqualTo(start + 2_000_000);
    }

    @Test
    void shouldStampWhatIsSeldomAfterTheSleep() {
        long start = System.nanoTime();

        assertThat(Schedule.seldom(1_000_000).await(start, 1)).isGreaterThanOrEqualTo(start + 2_000_000);
    }
}
