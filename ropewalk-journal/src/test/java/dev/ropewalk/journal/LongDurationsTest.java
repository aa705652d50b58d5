package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations that no long of nanoseconds or milliseconds holds mean "never". */
class LongDurationsTest {
    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {10_000_000_000L, Long.MAX_VALUE / 1000, Long.MAX_VALUE})
    void shouldNeverForceRollOrDelete(long seconds) {
        Duration never = Duration.ofSeconds(seconds);
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(8192)
                .durability(Durability.group(never))
                .rollEvery(never)
                .retention(Retention.keepAll().maxAge(never))
                .claimTimeout(never);
        try (Journal journal = Journal.open(directory, options);
                Appender appender = journal.appender()) {
            CompletableFuture<Long> last = appender.appendAsync(new byte[1]);
            for (int i = 1; i < 100; i++) {
                last = appender.appendAsync(new byte[200]);
            }
            journal.force();
            assertThat(last.join()).isEqualTo(99);
        }
        assertThat(Journal.verify(directory).records()).isEqualTo(100);
    }

    @Test
    void shouldBeCounted() {
        assertThat(Durations.timeoutNanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
        assertThat(Durations.timeoutNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Durations.delayMillis(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(System.currentTimeMillis() + Durations.delayMillis(Duration.ofSeconds(Long.MAX_VALUE)))
                .isPositive();
    }
}
