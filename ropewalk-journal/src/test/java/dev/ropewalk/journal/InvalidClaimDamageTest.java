package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each bit of an invalid claim is flipped, whose length leads to the records behind it: no reader skips those, in either
 * direction.
 */
class InvalidClaimDamageTest {
    private static final int BEFORE = 5;
    private static final int AFTER = 7;
    private static final int AT = SegmentLayout.HEADER_BYTES + BEFORE * RecordLayout.size(8);
    private static final long TOO_LATE = RecordLayout.commit(BEFORE + 1, 4711);

    @TempDir
    Path directory;

    @BeforeEach
    void make() {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096))) {
            Appender appender = journal.appender();
            for (int i = 0; i < BEFORE; i++) {
                appender.append(new byte[8]);
            }
            appender.claim(100).abort();
            for (int i = 0; i < AFTER; i++) {
                appender.append(new byte[8]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNoticeEachFlippedBit(boolean isCommittedTooLate) throws IOException {
        if (isCommittedTooLate) {
            flip(RecordLayout.COMMIT, TOO_LATE);
        }
        assertThat(Journal.verify(directory).damage()).isEmpty();
        assertThat(read(false)).hasSize(BEFORE + AFTER);
        assertThat(read(true)).hasSize(BEFORE + AFTER);
        for (int bit = 0; bit < Long.SIZE; bit++) {
            flip(RecordLayout.CLAIM, 1L << bit);
            assertThat(Journal.verify(directory).damage())
                    .as("bit %d", bit)
                    .hasValueSatisfying(damage -> assertThat(damage.offset()).isEqualTo(AT));
            shouldBeNoticed(bit, false);
            shouldBeNoticed(bit, true);
            flip(RecordLayout.CLAIM, 1L << bit);
        }
    }

    private void shouldBeNoticed(int bit, boolean backwards) {
        assertThatThrownBy(() -> read(backwards))
                .as("bit %d, backwards %b", bit, backwards)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset " + AT);
    }

    @Test
    void shouldVerifyThatALateCommitIsOfItsPlace() throws IOException {
        flip(RecordLayout.COMMIT, TOO_LATE ^ 1);
        assertThat(Journal.verify(directory).damage()).isPresent();
        assertThat(read(false)).hasSize(BEFORE + AFTER);
    }

    private List<Long> read(boolean backwards) {
        List<Long> read = new ArrayList<>();
        RecordHandler handler = (memory, offset, length, index) -> read.add(index);
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer()) {
            if (backwards) {
                tailer.seekToEnd().pollBackwards(handler, 100);
            } else {
                tailer.poll(handler, 100);
            }
        }
        return read;
    }

    private void flip(int word, long bits) throws IOException {
        Path file = SegmentFiles.path(directory, 0);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        words.putLong(AT + word, words.getLong(AT + word) ^ bits);
        Files.write(file, bytes);
    }
}
