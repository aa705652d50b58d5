package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 999_999_999, 1_000_000_001, -5_000_000_000L, Durations.MAX_DELAY_NANOS})
    void shouldKeepADelayThatFits(long nanos) {
        assertThat(Durations.delayNanos(Duration.ofNanos(nanos))).isEqualTo(nanos);
    }

    @Test
    void shouldCutADelayThatIsTooLong() {
        assertThat(Durations.delayNanos(Duration.ofDays(100_000))).isEqualTo(Durations.MAX_DELAY_NANOS);
        assertThat(Durations.delayNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Durations.MAX_DELAY_NANOS);
        assertThat(Durations.delayNanos(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(-Durations.MAX_DELAY_NANOS);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1 µs",
        "5000, 5 µs",
        "1234, 1.23 µs",
        "12345, 12.3 µs",
        "999999, 1000 µs",
        "1000000, 1 ms",
        "12300000, 12.3 ms",
        "100499999, 100 ms",
        "1500000000, 1.5 s",
        "120000000000, 120 s",
        "12345000000000, 12345 s",
        "-5000, -5 µs"
    })
    void shouldTellTimesAsPeopleReadThem(long nanos, String text) {
        assertThat(Durations.inWords(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void shouldBeAbleToAddTheLongestDelayToAnyTime(long now) {
        long due = now + Durations.MAX_DELAY_NANOS;

        assertThat(due - now).isPositive();
        assertThat(due + Durations.MAX_DELAY_NANOS - now).isPositive();
    }

    @Test
    void shouldWaitNotAtAllForANegativeTimeoutAndForEverForOneThatIsTooLong() {
        assertThat(Durations.timeoutNanos(Duration.ofNanos(-1))).isZero();
        assertThat(Durations.timeoutNanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
        assertThat(Durations.timeoutNanos(Duration.ZERO)).isZero();
        assertThat(Durations.timeoutNanos(Duration.ofNanos(7))).isEqualTo(7);
        assertThat(Durations.timeoutNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Durations.FOREVER);
        assertThat(Durations.timeoutNanos(Duration.ofNanos(Long.MAX_VALUE).plusNanos(1)))
                .isEqualTo(Durations.FOREVER);
    }

    @Test
    void shouldCountAtLeastAMillisecond() {
        assertThat(Durations.delayMillis(Duration.ofNanos(1))).isOne();
        assertThat(Durations.delayMillis(Duration.ofSeconds(2))).isEqualTo(2000);
        assertThat(Durations.delayMillis(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Durations.MAX_DELAY_MILLIS);
    }
}
