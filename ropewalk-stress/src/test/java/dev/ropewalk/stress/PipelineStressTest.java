package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Pipelines of any graph pass each event through each stage, whatever is thrown at them. */
class PipelineStressTest {
    private static final int MAX_IDLE_STORMS = 100;

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @Test
    void shouldPassEachEventThroughEachStageWhateverHappens() throws Exception {
        Duration time = Effort.chosen().stressTime();
        System.out.println("seed " + seed + ", " + time);
        Scheduler scheduler = Scheduler.builder().workers(2).build();
        long handled = 0;
        long storms = 0;
        long end = System.nanoTime() + time.toNanos();
        // A storm may close its pipeline before anything is handled, and on a busy machine take all the time for that.
        while (System.nanoTime() - end < 0 || (handled == 0 && storms < MAX_IDLE_STORMS)) {
            long stormSeed = seed + storms;
            try {
                handled += new PipelineStorm(scheduler, stormSeed).run();
            } catch (AssertionError wrong) {
                throw new AssertionError("-Dropewalk.stress.seed=" + stormSeed, wrong);
            }
            storms++;
        }
        System.out.println(storms + " storms, " + handled + " events handled");
        assertThat(handled).isPositive();
        assertThat(scheduler.close(Duration.ofSeconds(30)).isComplete())
                .as("seed " + seed)
                .isTrue();
    }
}
