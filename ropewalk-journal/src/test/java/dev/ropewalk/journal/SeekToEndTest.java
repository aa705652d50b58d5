package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a tailer finds the end of a journal, mostly of one whose last segment has a hint. */
@Timeout(60)
class SeekToEndTest {
    // A hint is written at the 512th, and so on.
    private static final int RECORDS = 2000;
    private static final int SEEKS = 200;
    private static final int MAX_BESIDE = 20_000;

    @TempDir
    Path directory;

    private static void append(Appender appender, int records) {
        for (int i = 0; i < records; i++) {
            appender.append(new byte[8]);
        }
    }

    /** Damages the third record, so that who passes it is told. */
    private void damage() throws IOException {
        try (FileChannel channel = FileChannel.open(SegmentFiles.path(directory, 0), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(16).putLong(0, -1), SegmentLayout.HEADER_BYTES + 2 * 24);
        }
    }

    @Test
    void shouldFollowTheHintOfAnExclusiveAppender() throws IOException {
        try (Journal journal = Journal.open(directory);
                Journal other = Journal.open(directory);
                Tailer tailer = other.tailer()) {
            try (Appender appender = journal.exclusiveAppender()) {
                append(appender, RECORDS);
                damage();
                assertThat(tailer.seekToEnd().index()).isEqualTo(RECORDS);
                long index = appender.append(new byte[] {42});
                tailer.poll((memory, offset, length, found) -> assertThat(found).isEqualTo(index));
                assertThat(tailer.index()).isEqualTo(RECORDS + 1);
            }
            assertThatThrownBy(tailer::seekToEnd).isInstanceOf(JournalCorruptException.class);
        }
    }

    @Test
    void shouldStandBeforeTheOpenClaimOfAnotherAppender() throws IOException {
        try (Journal journal = Journal.open(directory);
                Appender slow = journal.appender();
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            append(appender, 10);
            RecordClaim claim = slow.claim(8);
            append(appender, RECORDS);
            assertThat(tailer.seekToEnd().index()).isEqualTo(10);
            claim.commit();
            assertThat(tailer.seekToEnd().index()).isEqualTo(RECORDS + 11);
            damage();
            assertThatThrownBy(tailer::seekToEnd).isInstanceOf(JournalCorruptException.class);
        }
    }

    @Test
    void shouldStandBeforeTheOpenClaimOfTheExclusiveAppender() {
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.exclusiveAppender();
                Tailer tailer = journal.tailer()) {
            append(appender, RECORDS);
            RecordClaim claim = appender.claim(8);
            assertThat(tailer.seekToEnd().index()).isEqualTo(RECORDS);
            claim.commit();
            assertThat(tailer.poll((memory, offset, length, index) -> {})).isOne();
        }
    }

    @Test
    void shouldPassTheClaimThatADeadAppenderHasLeftOpen() {
        try (Journal journal = Journal.open(directory)) {
            try (ChildJvm child = OpenProbe.startWithClaim(directory, directory.resolve("log"))) {
                assertThat(child.exitCode()).as(child.said()).isEqualTo(OpenProbe.HALTED);
            }
            try (Appender appender = journal.exclusiveAppender();
                    Tailer tailer = journal.tailer()) {
                append(appender, RECORDS);
                // The record and the claim of the dead process come before.
                assertThat(tailer.seekToEnd().index()).isEqualTo(RECORDS + 2);
            }
        }
    }

    /** The record's append begins when the seek has ended. So the tailer stands before it, and comes to it record by record. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPassNoRecordThatIsAppendedAfterIt(boolean inBatches) throws Exception {
        JournalOptions options = JournalOptions.defaults().segmentBytes(1 << 16).durability(Durability.none());
        AtomicBoolean ended = new AtomicBoolean();
        try (Journal journal = Journal.open(directory, options);
                Journal other = Journal.open(directory, options);
                Appender appender = journal.appender();
                Tailer tailer = other.tailer()) {
            var beside = new FutureTask<Void>(() -> {
                try (Appender restless = other.appender()) {
                    for (int i = 0; i < MAX_BESIDE && !ended.get(); i++) {
                        appendBeside(restless, inBatches);
                    }
                }
                return null;
            });
            Thread.ofPlatform().daemon().start(beside);
            for (int i = 0; i < SEEKS; i++) {
                long end = tailer.seekToEnd().index();
                long appended = appender.append(new byte[8]);
                assertThat(end).isLessThanOrEqualTo(appended);
                AtomicLong next = new AtomicLong(end);
                while (next.get() <= appended) {
                    tailer.poll(
                            (memory, offset, length, index) -> assertThat(index).isEqualTo(next.getAndIncrement()));
                }
            }
            ended.set(true);
            beside.get();
        } finally {
            ended.set(true);
        }
    }

    private static void appendBeside(Appender appender, boolean inBatches) {
        if (!inBatches) {
            append(appender, 1);
            return;
        }
        Batch batch = appender.batch();
        for (int i = 0; i < 3; i++) {
            batch.add(new byte[8]);
        }
        batch.commit();
    }
}
