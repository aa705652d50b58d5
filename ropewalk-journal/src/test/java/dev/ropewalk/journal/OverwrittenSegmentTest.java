package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A last segment with other bytes than were written, in a journal that knows of nothing as durable: it doesn't look like an end. */
class OverwrittenSegmentTest {
    private static final int SEGMENT = 1 << 16;
    // With the header 64 bytes: so records begin where sectors do.
    private static final int PAYLOAD = 48;
    private static final int SIZE = RecordLayout.size(PAYLOAD);
    private static final int IN_SEGMENT = (SEGMENT - SegmentLayout.HEADER_BYTES) / SIZE - 1;
    private static final int RECORDS = IN_SEGMENT + 500;

    @TempDir
    Path directory;

    private Path journal;

    @BeforeEach
    void make() {
        journal = make("one");
        assertThat(Journal.verify(journal)).matches(VerificationReport::isIntact);
    }

    private Path make(String name) {
        Path path = directory.resolve(name);
        try (Journal made = Journal.open(
                        path, JournalOptions.defaults().segmentBytes(SEGMENT).durability(Durability.none()));
                Appender appender = made.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[PAYLOAD]);
            }
        }
        return path;
    }

    /** Overwrites a part of the last segment. */
    private void overwrite(byte[] from, int at, int to) throws IOException {
        Path file = SegmentFiles.path(journal, 1);
        byte[] bytes = Files.readAllBytes(file);
        System.arraycopy(from, at, bytes, at, to - at);
        Files.write(file, bytes);
    }

    private VerificationReport.Damage damage() {
        return Journal.verify(journal).damage().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellThatAnotherSegmentLiesThere(boolean ofAnotherJournal) throws IOException {
        Path other = ofAnotherJournal ? SegmentFiles.path(make("two"), 1) : SegmentFiles.path(journal, 0);
        overwrite(Files.readAllBytes(other), 0, SEGMENT);

        shouldTakeNoMore();
        assertThat(damage().segment()).isOne();
        assertThat(damage().what()).contains(ofAnotherJournal ? "files of different journals" : "it is segment 0");
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> Journal.repair(journal))
                .withMessageContaining("segment 1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellThatTheRecordsAreThoseOfAnotherSegment(boolean ofAnotherJournal) throws IOException {
        Path other = ofAnotherJournal ? SegmentFiles.path(make("two"), 1) : SegmentFiles.path(journal, 0);
        overwrite(Files.readAllBytes(other), SegmentLayout.HEADER_BYTES, SEGMENT);

        assertThat(damage().segment()).isOne();
        assertThat(damage().offset()).isEqualTo(SegmentLayout.HEADER_BYTES);
        shouldKeep(SegmentLayout.HEADER_BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4096})
    void shouldTellThatSomethingIsBehindAHole(int bytes) throws IOException {
        int at = 4 * 4096;
        overwrite(new byte[SEGMENT], at, at + bytes);

        assertThat(damage().segment()).isOne();
        assertThat(damage().offset()).isEqualTo(at);
        shouldTakeNoMore();
        shouldKeep(at);
    }

    private void shouldTakeNoMore() {
        assertThatExceptionOfType(JournalException.class)
                .isThrownBy(() -> {
                    try (Journal opened = Journal.open(journal);
                            Appender appender = opened.appender()) {
                        appender.append(new byte[PAYLOAD]);
                    }
                })
                .satisfies(refused -> assertThat(refused).message().containsPattern("segment 1 |0000000001\\.seg "));
    }

    /** Checks that a repair keeps everything that it cuts off. */
    private void shouldKeep(int from) throws IOException {
        byte[] all = Files.readAllBytes(SegmentFiles.path(journal, 1));
        CutTail cut = Journal.repair(journal).cut().orElseThrow();
        assertThat(cut.offset()).isEqualTo(from);
        assertThat(Files.readAllBytes(cut.kept().getFirst())).startsWith(Arrays.copyOfRange(all, from, from + 8192));
        assertThat(Journal.verify(journal)).matches(VerificationReport::isIntact);
    }
}
