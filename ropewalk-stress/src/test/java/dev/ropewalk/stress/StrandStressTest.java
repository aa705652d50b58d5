package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.WorkerStats;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Strands that move between workers all the time keep their promises. */
class StrandStressTest {
    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @Test
    void shouldRunStrandsSeriallyInOrderAndLoseNothingWhileTheyMove() throws InterruptedException {
        Duration time = Effort.chosen().stressTime();
        System.out.println("seed " + seed + ", " + time);
        SplittableRandom random = new SplittableRandom(seed);
        Scheduler scheduler = Scheduler.builder()
                .workers(3)
                .maxSpareWorkers(4)
                .stealPrice(Duration.ofNanos(1_000))
                .stealsToRehome(2)
                .maxWait(Duration.ofNanos(20_000))
                .timeBudget(Duration.ofNanos(100_000))
                .taskBudget(32)
                .spin(Duration.ofNanos(2_000))
                .stuckAfter(Duration.ofMillis(2))
                .build();
        StrandStorm storm = new StrandStorm(scheduler, 60, random);
        storm.run(time.toNanos());
        assertThat(storm.failure()).as("seed " + seed).isNull();

        SchedulerCloseReport report = scheduler.close(Duration.ofSeconds(30));
        SchedulerStats stats = scheduler.stats();
        System.out.println(stats);
        assertThat(report.isComplete()).as("seed " + seed + ": " + report).isTrue();
        assertThat(storm.checkSums() + storm.plainTasks()).isEqualTo(stats.tasks());
        assertThat(stats.steals()).isPositive();
        assertThat(stats.workers().stream().mapToLong(WorkerStats::rehomed).sum())
                .isPositive();
        assertThat(stats.workers().stream().mapToLong(WorkerStats::rounds).sum())
                .isPositive();
        assertThat(stats.queued()).isZero();
    }
}
