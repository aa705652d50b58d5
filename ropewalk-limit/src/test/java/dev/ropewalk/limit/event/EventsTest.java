package dev.ropewalk.limit.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a recording tells of a limiter. */
class EventsTest {
    @Test
    void shouldTellOfALimitThatMoves() throws Exception {
        Limiter limiter = Limiter.fixed(2).name("db").build();

        var events = FlightRecording.of("ropewalk.LimitChange", () -> limiter.setLimit(3));

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("limiter")).isEqualTo("db");
        assertThat(events.getFirst().getInt("limit")).isEqualTo(3);
        assertThat(events.getFirst().getInt("previous")).isEqualTo(2);
    }

    @Test
    void shouldTellOfAWaitForAPermit() throws Exception {
        Limiter limiter = Limiter.fixed(1).name("db").build();

        var events = FlightRecording.of("ropewalk.Wait", () -> {
            try (Permit held = limiter.acquire()) {
                assertThat(limiter.tryAcquire(Duration.ofMillis(1))).isEmpty();
                held.succeed();
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("purpose")).contains("db");
        assertThat(events.getFirst().getBoolean("granted")).isFalse();
    }
}
