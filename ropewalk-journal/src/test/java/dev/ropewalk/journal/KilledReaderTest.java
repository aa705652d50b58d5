package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledReaderTest {
    private static final int KILLS = Sample.of(4, 12);
    private static final int RECORDS = KILLS * CrashPlan.RECORDS;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    Path folder;

    @Test
    void shouldGoOnWithoutAGapWhereItWasKilled() throws IOException {
        Path journal = folder.resolve("journal");
        fill(journal);
        var random = new SplittableRandom(7);
        long next = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            next = readAndKill(journal, kill, next, random.nextInt(1, 500));
        }
        assertThat(next).isGreaterThan(KILLS);
    }

    /** Lets a reader handle so many records, kills it, and returns the index after the last that it has handled. */
    private long readAndKill(Path journal, int kill, long next, int records) throws IOException {
        Path handled = folder.resolve("handled-" + kill);
        try (var board = new AckBoard(handled);
                var reader = ChildJvm.start(
                        List.of(), folder.resolve("log-" + kill), List.of(), CrashReader.arguments(journal, handled))) {
            long deadline = System.nanoTime() + LIMIT_NANOS;
            while (board.word(records) == 0) {
                assertThat(reader.isAlive()).as(reader.said()).isTrue();
                assertThat(System.nanoTime() - deadline).as("reader %d", kill).isNegative();
                LockSupport.parkNanos(100_000);
            }
            reader.kill();
            assertThat(reader.exitCode()).isNotZero();
            long first = board.word(0) - 1;
            assertThat(first).as("start of reader %d", kill).isBetween(next - 16, next);
            int at = 0;
            while (at < CrashPlan.RECORDS && board.word(at) != 0) {
                assertThat(board.word(at) - 1).isEqualTo(first + at);
                at++;
            }
            return first + at;
        }
    }

    private static void fill(Path journal) {
        try (Journal filled = Journal.open(journal, JournalOptions.defaults().segmentBytes(256 << 10));
                Appender appender = filled.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[8]);
            }
        }
    }
}
