package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.write.Tail;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tailer sees of a batch between its claim and its commit, when it comes from elsewhere than from the start. */
@ParameterizedClass
@ValueSource(ints = {Format.RUNS, Format.FRAMES})
class UncommittedBatchTest {
    private static final int BATCH_BYTES = 40;

    @TempDir
    Path directory;

    private final int format;
    private JournalFiles files;
    private Tail tail;
    private Tailer tailer;

    UncommittedBatchTest(int format) {
        this.format = format;
    }

    /** A record, a batch of two that is left open, and a record. */
    @BeforeEach
    void open() {
        files = JournalFiles.open(
                directory, JournalOptions.defaults().segmentBytes(4096).format(format));
        tailer = new Tailer(files.store(), null, true);
        append();
        tail = AppenderKind.SHARED.tail(files, 2);
        int kind = format == Format.RUNS ? RecordLayout.RUN : RecordLayout.DATA;
        tail.claim(tail.word(kind, 2, BATCH_BYTES), BATCH_BYTES);
        append();
    }

    @AfterEach
    void close() {
        files.close();
    }

    private void append() {
        try (Appender appender =
                new Appender(AppenderKind.SHARED.tail(files, 1), new ForcingAtOnce(), new OpenFlows(), true)) {
            appender.append(new byte[8]);
        }
    }

    @Test
    void shouldBePassedOnTheWayToARecord() {
        assertThat(tailer.seek(3).tryRead()).map(JournalRecord::index).hasValue(3L);
        assertThat(tailer.seek(1).tryRead()).isEmpty();
    }

    @Test
    void shouldBePassedOnTheWayBack() {
        tailer.seek(4);
        assertThat(readBackwards()).containsExactly(3L, 0L);
    }

    @Test
    void shouldLetNoIndexInsideBeSought() {
        checkThatTheSecondIsRefused();
    }

    @Test
    void shouldBePassedAsAWholeWhereItsSecondRecordIsThereAlready() {
        assumeTrue(format == Format.RUNS);
        storeSecondRecord();
        checkThatTheSecondIsRefused();
        assertThat(tailer.seek(4).index()).isEqualTo(4);
        assertThat(readBackwards()).containsExactly(3L, 0L);
    }

    private void storeSecondRecord() {
        long run = tail.word(RecordLayout.RUN, 2, BATCH_BYTES);
        long second = RecordLayout.claim(RecordLayout.CONTINUED, 2, 1, 16);
        tail.memory().set(Segment.UNALIGNED_LONG, tail.payloadAt() + 8, second);
        int payload = new Checksum().ofPayload(new byte[16], 0, 16);
        long commit = RecordLayout.commit(3, Checksum.ofRecord(tail.seed(), payload, 3, second));
        tail.memory().set(Segment.UNALIGNED_LONG, tail.payloadAt() + 16, commit);
        tail.turnIntoFirst(run, RecordLayout.claim(RecordLayout.DATA, 2, 1, 8));
    }

    private void checkThatTheSecondIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tailer.seek(2))
                .withMessage("index 2 is in a batch that isn't committed and starts at index 1");
    }

    private List<Long> readBackwards() {
        List<Long> read = new ArrayList<>();
        tailer.pollBackwards((memory, offset, length, index) -> read.add(index), 10);
        return read;
    }
}
