package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Channels whose parties come, wait, give up and are cut off all the time keep their promises. */
class ChannelStressTest {
    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @Test
    void shouldLoseAndDoubleNothingWhileItsPartiesAreDisturbed() {
        Duration time = Effort.chosen().stressTime();
        System.out.println("seed " + seed + ", " + time);
        Scheduler scheduler = Scheduler.builder()
                .workers(2)
                .stealPrice(Duration.ofNanos(1_000))
                .maxWait(Duration.ofNanos(20_000))
                .build();
        var storm = new ChannelStorm(scheduler, seed);

        storm.run(time.toNanos());

        assertThat(storm.failure()).as("seed " + seed).isNull();
        long elements = storm.checkAccounts();
        System.out.println(
                elements + " elements, " + storm.disturbances() + " disturbances, " + storm.ends() + " ends");
        assertThat(elements).isPositive();
        assertThat(storm.disturbances()).isPositive();
        assertThat(storm.ends()).isPositive();
        assertThat(scheduler.close(Duration.ofSeconds(30)).isComplete())
                .as("seed " + seed)
                .isTrue();
    }
}
