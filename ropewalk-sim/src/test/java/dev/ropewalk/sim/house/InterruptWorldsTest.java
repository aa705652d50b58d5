package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A thread that waits for a scheduler or for one of its tasks can be interrupted in a simulation, as it can outside. */
class InterruptWorldsTest {
    private static final Duration LONG = Duration.ofHours(1);

    /** What a thread does that is interrupted. */
    private interface Wait {
        void run(Scheduler scheduler) throws Exception;
    }

    private static void shouldEndByInterrupt(Wait wait) {
        Worlds.check(simulation -> {
            List<String> ends = new ArrayList<>();
            Thread waiting = simulation.start("waits", () -> {
                try {
                    wait.run(simulation.scheduler());
                    ends.add("returned");
                } catch (InterruptedException e) {
                    ends.add("interrupted");
                } catch (Exception e) {
                    ends.add(e.toString());
                }
            });
            Worlds.start(simulation, "interrupts", waiting::interrupt);
            simulation.run();
            assertThat(ends).containsExactly("interrupted");
        });
    }

    private static Future<?> longTask(Scheduler scheduler) {
        return scheduler.asExecutorService().schedule(() -> {}, 1_000, TimeUnit.DAYS);
    }

    @Test
    void shouldEndAWaitForAResult() {
        shouldEndByInterrupt(scheduler -> longTask(scheduler).get());
    }

    @Test
    void shouldEndATimedWaitForAResult() {
        shouldEndByInterrupt(scheduler -> longTask(scheduler).get(1, TimeUnit.HOURS));
    }

    @Test
    void shouldEndAWaitForTheEndOfAScheduler() {
        shouldEndByInterrupt(scheduler -> scheduler.awaitTermination(LONG));
    }
}
