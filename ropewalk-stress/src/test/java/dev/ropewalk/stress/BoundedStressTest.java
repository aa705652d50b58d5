package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Bounded executors keep their limit and account for each task, whatever is thrown at them. */
class BoundedStressTest {
    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @Test
    void shouldKeepTheLimitAndAccountForEachTaskWhateverHappens() throws Exception {
        Duration time = Effort.chosen().stressTime();
        System.out.println("seed " + seed + ", " + time);
        Scheduler scheduler = Scheduler.builder()
                .workers(2)
                .uncaughtExceptionHandler((thread, thrown) -> {})
                .build();
        long tasks = 0;
        long storms = 0;
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            long stormSeed = seed + storms;
            try {
                tasks += new BoundedStorm(scheduler, stormSeed).run();
            } catch (AssertionError wrong) {
                throw new AssertionError("-Dropewalk.stress.seed=" + stormSeed, wrong);
            }
            storms++;
        }
        System.out.println(storms + " storms, " + tasks + " tasks");
        assertThat(tasks).isPositive();
        assertThat(scheduler.close(Duration.ofSeconds(30)).isComplete())
                .as("seed " + seed)
                .isTrue();
    }
}
