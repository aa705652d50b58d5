package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A journal is closed while threads append to it. */
@Timeout(60)
class CloseUnderAppendersTest {
    private static final int ROUNDS = 30;
    private static final int RECORDS_BEFORE = 100;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"SHARED, 3", "EXCLUSIVE, 1"})
    void shouldTellAllThatItIsClosedAndKeepWhatTheyAppended(AppenderKind kind, int threadCount)
            throws InterruptedException, ExecutionException {
        var options = JournalOptions.defaults().segmentBytes(1 << 16);
        long appended = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(threadCount)) {
            for (int round = 0; round < ROUNDS; round++) {
                Journal journal = Journal.open(directory, options);
                var running = new CountDownLatch(threadCount);
                List<Future<Long>> counts = new ArrayList<>();
                for (int thread = 0; thread < threadCount; thread++) {
                    boolean claims = (thread + round) % 3 == 0;
                    Appender appender = kind.of(journal);
                    counts.add(threads.submit(() -> appendUntilClosed(appender, claims, running)));
                }
                running.await();
                journal.close();
                for (Future<Long> count : counts) {
                    appended += count.get();
                }
            }
        }
        try (Journal journal = Journal.open(directory, options);
                Tailer tailer = journal.tailer()) {
            long expected = appended;
            long[] read = {0};
            // An append that was under way leaves an open claim, at which a poll stops until it is invalidated.
            Await.until("all is read", () -> {
                read[0] += tailer.poll((memory, offset, length, index) -> {}, Integer.MAX_VALUE);
                return read[0] >= expected;
            });
            // Or it has come in, too.
            assertThat(read[0]).isLessThanOrEqualTo(expected + (long) ROUNDS * threadCount);
        }
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldLeaveNoLockBehindWhenAppendersAreOpenedMeanwhile(AppenderKind kind)
            throws InterruptedException, ExecutionException {
        // Keeps the file of the locks open, so that a lock that is left behind shows.
        try (Journal other = Journal.open(directory);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round < ROUNDS; round++) {
                Journal journal = Journal.open(directory);
                var running = new CountDownLatch(1);
                Future<?> opening = threads.submit(() -> openUntilClosed(journal, kind, running));
                running.await();
                journal.close();
                opening.get();
                other.exclusiveAppender().close();
            }
        }
    }

    private static void openUntilClosed(Journal journal, AppenderKind kind, CountDownLatch running) {
        try {
            while (true) {
                try (Appender appender = kind.of(journal)) {
                    appender.append(new byte[8]);
                }
                running.countDown();
            }
        } catch (JournalClosedException closed) {
            assertThat(closed.getSuppressed()).isEmpty();
        }
    }

    private static long appendUntilClosed(Appender opened, boolean claims, CountDownLatch running) {
        long appended = 0;
        try (Appender appender = opened) {
            while (true) {
                if (claims) {
                    appender.claim(8).commit();
                } else {
                    appender.append(new byte[8]);
                }
                appended++;
                if (appended == RECORDS_BEFORE) {
                    running.countDown();
                }
            }
        } catch (JournalClosedException closed) {
            return appended;
        }
    }
}
