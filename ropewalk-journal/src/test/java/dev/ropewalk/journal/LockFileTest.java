package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {
    private static final long BYTE = 5000;

    @TempDir
    Path directory;

    @Test
    void shouldLetSharersInAndOneAloneOut() {
        try (LockFile one = LockFile.open(directory);
                LockFile other = LockFile.open(directory)) {
            LockFile.Hold first = one.tryHold(BYTE, true).orElseThrow();
            LockFile.Hold second = other.tryHold(BYTE, true).orElseThrow();
            assertThat(other.tryHold(BYTE, false)).isEmpty();
            assertThat(one.probeExclusive(BYTE)).isFalse();
            first.close();
            first.close();
            assertThat(other.tryHold(BYTE, false)).isEmpty();
            second.close();
            LockFile.Hold alone = other.tryHold(BYTE, false).orElseThrow();
            assertThat(one.tryHold(BYTE, true)).isEmpty();
            assertThat(one.probeFree(BYTE)).isFalse();
            assertThat(one.probeExclusive(BYTE)).isTrue();
            alone.close();
            assertThat(one.probeExclusive(BYTE)).isFalse();
            assertThat(one.probeFree(BYTE)).isTrue();
        }
    }

    @Test
    void shouldBeSeenByOtherProcesses() {
        try (LockFile locks = LockFile.open(directory)) {
            LockFile.Hold hold = locks.tryHold(BYTE, false).orElseThrow();
            // Opened and closed, so that a second channel of this process would drop the lock.
            LockFile.open(directory).close();
            assertThat(LockProbe.isFree(directory, BYTE)).isFalse();
            hold.close();
            assertThat(LockProbe.isFree(directory, BYTE)).isTrue();
        }
    }

    @Test
    void shouldSeeLocksOfOtherProcessesUntilTheyAreKilled() {
        try (LockFile locks = LockFile.open(directory);
                ChildJvm holder = LockProbe.startHolder(directory, BYTE)) {
            Await.until("the other process holds the byte", () -> !locks.probeFree(BYTE));
            assertThat(locks.probeFree(BYTE - 10, 1 << 24)).isFalse();
            assertThat(locks.probeFree(BYTE + 1, 1 << 24)).isTrue();
            LockFile.Hold own = locks.tryHold(BYTE + 1, false).orElseThrow();
            assertThat(locks.probeFree(BYTE + 1, 1 << 24)).isFalse();
            own.close();
            assertThat(locks.tryHold(BYTE, true)).isEmpty();
            assertThat(locks.probeExclusive(BYTE)).isTrue();
            assertThat(locks.hold(BYTE, false, Duration.ofMillis(5))).isEmpty();
            holder.kill();
            assertThat(locks.hold(BYTE, false, Duration.ofSeconds(20))).isPresent();
        }
    }

    @Test
    void shouldKeepItsLocksWhenACallerIsInterrupted() {
        try (LockFile locks = LockFile.open(directory)) {
            LockFile.Hold hold = locks.tryHold(BYTE, false).orElseThrow();
            Thread.currentThread().interrupt();
            assertThat(locks.probeFree(BYTE + 1)).isTrue();
            assertThat(locks.tryHold(BYTE + 2, false)).isPresent();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(LockProbe.isFree(directory, BYTE)).isFalse();
            hold.close();
        }
    }

    @Test
    void shouldTellAJournalFromOneThatWasMadeInItsPlace() throws IOException {
        Path file = directory.resolve("journal.lock");
        try (LockFile before = LockFile.open(directory)) {
            assertThat(before.tryHold(BYTE, false)).isPresent();
            Files.delete(file);
            try (LockFile after = LockFile.open(directory)) {
                assertThat(after.probeFree(BYTE)).isTrue();
            }
            assertThat(before.probeFree(BYTE)).isFalse();
        }
    }
}
