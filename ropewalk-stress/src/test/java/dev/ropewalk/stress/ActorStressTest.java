package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.scheduler.Scheduler;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Actors that move, fail, stash and wait for room all the time keep their promises. */
class ActorStressTest {
    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @Test
    void shouldHandleEachMessageOnceAndInOrderThroughStealsRestartsAndFullMailboxes() throws InterruptedException {
        Duration time = Effort.chosen().stressTime();
        System.out.println("seed " + seed + ", " + time);
        var random = new SplittableRandom(seed);
        Scheduler scheduler = Scheduler.builder()
                .workers(3)
                .stealPrice(Duration.ofNanos(1_000))
                .stealsToRehome(2)
                .maxWait(Duration.ofNanos(20_000))
                .timeBudget(Duration.ofNanos(100_000))
                .spin(Duration.ofNanos(2_000))
                .build();
        ActorSystem system = ActorSystem.builder("storm")
                .scheduler(scheduler)
                .supervision(Supervision.restart().limit(Integer.MAX_VALUE, Duration.ofSeconds(1)))
                .build();
        var storm = new ActorStorm(system, 60, random);
        storm.run(time.toNanos());
        assertThat(storm.failure()).as("seed " + seed).isNull();
        assertThat(system.close(Duration.ofSeconds(30)).isComplete())
                .as("seed " + seed)
                .isTrue();
        assertThat(scheduler.close(Duration.ofSeconds(30)).isComplete()).isTrue();

        System.getLogger(getClass().getName())
                .log(Level.INFO, "{0} messages, {1} failures", storm.checkSums(), storm.failures());
        assertThat(storm.failures()).isPositive();
        assertThat(scheduler.stats().steals()).isPositive();
    }
}
