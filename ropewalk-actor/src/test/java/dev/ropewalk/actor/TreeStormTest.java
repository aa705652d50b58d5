package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Random trees of actors keep their promises, whatever fails. */
class TreeStormTest {
    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private final Duration time = Duration.ofSeconds(Integer.getInteger("ropewalk.stress.seconds", 2));

    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

    @Test
    void shouldKeepTheirPromisesInAnyStorm() throws Throwable {
        System.out.println("seed " + seed + ", " + time);
        var random = new SplittableRandom(seed);
        long failures = 0;
        try (var log = new CapturedLog("dev.ropewalk");
                Scheduler scheduler = Scheduler.builder()
                        .workers(3)
                        .stealPrice(Duration.ofNanos(1_000))
                        .stealsToRehome(2)
                        .maxWait(Duration.ofNanos(20_000))
                        .timeBudget(Duration.ofNanos(100_000))
                        .uncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown))
                        .build()) {
            long until = System.nanoTime() + time.toNanos();
            do {
                try (ActorTestKit kit = ActorTestKit.builder("storm")
                        .scheduler(scheduler)
                        .deadline(Duration.ofSeconds(20))
                        .closeTimeout(Duration.ofSeconds(20))
                        .build()) {
                    var storm = new TreeStorm(kit, random.split());
                    storm.run();
                    assertThat(uncaught).isEmpty();
                    failures += storm.failures.get();
                } catch (Throwable thrown) {
                    throw new AssertionError("seed " + seed + ": " + thrown.getMessage(), thrown);
                }
            } while (System.nanoTime() - until < 0);
            assertThat(log.messages("failed")).isNotEmpty();
        }
        assertThat(failures).isPositive();
    }
}
