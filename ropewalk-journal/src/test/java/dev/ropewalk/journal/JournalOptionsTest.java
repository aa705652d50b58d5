package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalOptionsTest {
    private static final JournalOptions DEFAULTS = JournalOptions.defaults();

    @ParameterizedTest
    @ValueSource(longs = {-4096, 0, 4095, 5000, (1L << 30) + 4096, Long.MAX_VALUE})
    void shouldRefuseSegmentsOfAnotherSize(long bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.segmentBytes(bytes))
                .withMessageContaining("not " + bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {-5, 0})
    void shouldRefuseTimesThatAreNotPositive(long millis) {
        Duration time = Duration.ofMillis(millis);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.rollEvery(time))
                .withMessageContaining(time.toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.claimTimeout(time))
                .withMessageContaining(time.toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retention.keepAll().maxAge(time))
                .withMessageContaining(time.toString());
    }

    @Test
    void shouldRefuseToKeepLessThanASegment() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retention.keepAll().maxBytes(4095))
                .withMessageContaining("4095");
    }

    @Test
    void shouldKeepEachChange() {
        JournalOptions options = DEFAULTS.segmentBytes(8192)
                .rollEvery(Duration.ofHours(1))
                .retention(Retention.keepAll().consumedOnly(true))
                .prefault(false)
                .durability(Durability.each())
                .claimTimeout(Duration.ofSeconds(1))
                .checkReads(false)
                .permissions(PosixFilePermissions.fromString("rw-r-----"))
                .format(1)
                .create(false);
        assertThat(options)
                .isEqualTo(new JournalOptions(
                        8192,
                        Optional.of(Duration.ofHours(1)),
                        Retention.keepAll().consumedOnly(true),
                        DEFAULTS.clock(),
                        false,
                        Durability.each(),
                        Duration.ofSeconds(1),
                        false,
                        PosixFilePermissions.fromString("rw-r-----"),
                        1,
                        false));
    }
}
