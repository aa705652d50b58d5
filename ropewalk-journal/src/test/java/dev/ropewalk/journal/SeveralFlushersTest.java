package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.Forcer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two openings, as two processes have them, force the same segments. */
@Timeout(20)
class SeveralFlushersTest {
    private static final int RECORDS = 30;
    private static final byte[] RECORD = new byte[500];
    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().segmentBytes(4096).durability(Durability.each());

    @TempDir
    Path directory;

    @Test
    void shouldNotTakeItForAFailureThatAnotherOneIsSegmentsAhead() throws Exception {
        var forcing = new CountDownLatch(1);
        var overtaken = new CountDownLatch(1);
        Forcer slow = (segment, from, to) -> {
            forcing.countDown();
            awaitUninterruptibly(overtaken);
            Forcer.ofMappings().force(segment, from, to);
        };
        try (Journal unforced = Journal.open(directory, OPTIONS.durability(Durability.none()))) {
            append(unforced, RECORDS);
        }
        try (Journal behind = Journal.open(directory, OPTIONS, slow);
                Journal ahead = Journal.open(directory, OPTIONS)) {
            var first = CompletableFuture.supplyAsync(() -> behind.appender().append(RECORD));
            forcing.await();
            append(ahead, RECORDS);
            overtaken.countDown();

            assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(RECORDS);
            assertThat(behind.appender().append(RECORD)).isEqualTo(2 * RECORDS + 1);
        }
    }

    private static void append(Journal journal, int records) {
        Appender appender = journal.appender();
        for (int i = 0; i < records; i++) {
            appender.append(RECORD);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
