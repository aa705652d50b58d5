package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.DurableIndex;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableIndexTest {
    private static final int RECORDS = 600;

    @TempDir
    Path directory;

    @Test
    void shouldNotBelieveADamagedHint() {
        JournalOptions options = JournalOptions.defaults().segmentBytes(1 << 16);
        try (JournalFiles files = JournalFiles.open(directory, options)) {
            var tail = new Tail(files.store(), new Gate(), 1);
            try (var appender = new Appender(tail, new ForcingAtOnce(), new OpenFlows(), false)) {
                for (int i = 0; i < RECORDS; i++) {
                    appender.append(new byte[8]);
                }
            }
            Segment segment = files.store().acquireFirst();
            long hint = segment.word(SegmentLayout.TAIL_HINT_AT);
            assertThat(segment.tailHint()).isEqualTo(hint).isNotZero();
            long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
            assertThat(DurableIndex.of(files.store(), end)).isEqualTo(RECORDS);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                segment.setWord(SegmentLayout.TAIL_HINT_AT, hint ^ (1L << bit));
                assertThat(DurableIndex.of(files.store(), end))
                        .as("bit %d", bit)
                        .isEqualTo(RECORDS);
            }
            files.store().release(segment);
        }
    }

    @Test
    void shouldSayThatTheJournalIsClosedIfItIsClosedMeanwhile() throws InterruptedException {
        JournalOptions options = JournalOptions.defaults().segmentBytes(1 << 20).prefault(false);
        for (int round = 0; round < 60; round++) {
            Journal journal = Journal.open(directory, options);
            try (Appender appender = journal.appender()) {
                appender.append(new byte[8]);
            }
            var asking = new CountDownLatch(1);
            var failure = new AtomicReference<Throwable>();
            Thread asker = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        assertThat(journal.durableIndex()).isNotNegative();
                        asking.countDown();
                    }
                } catch (RuntimeException | Error e) {
                    failure.set(e);
                }
            });
            asking.await();
            journal.close();
            asker.join();
            assertThat(failure.get()).isInstanceOf(JournalClosedException.class);
        }
    }
}
