package dev.ropewalk.scheduler.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 999_999_999, 1_000_000_001, -5_000_000_000L, Durations.FOREVER_NANOS})
    void shouldKeepWhatFits(long nanos) {
        assertThat(Durations.saturatedNanos(Duration.ofNanos(nanos))).isEqualTo(nanos);
    }

    @Test
    void shouldTakeWhatIsTooLongAsForEver() {
        assertThat(Durations.saturatedNanos(Duration.ofDays(100_000))).isEqualTo(Durations.FOREVER_NANOS);
        assertThat(Durations.saturatedNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Durations.FOREVER_NANOS);
        assertThat(Durations.saturatedNanos(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(-Durations.FOREVER_NANOS);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void shouldBeAbleToAddForEverToAnyTime(long now) {
        long due = now + Durations.FOREVER_NANOS;

        assertThat(due - now).isPositive();
        assertThat(due + Durations.FOREVER_NANOS - now).isPositive();
    }
}
