package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that a disk has written to, or read from, the same place of another segment or of another journal. */
@ParameterizedClass
@ValueSource(ints = {Format.RUNS, Format.FRAMES})
class MisdirectedPagesTest {
    private static final int SEGMENT = 4096;
    private static final int SECTOR = 512;
    // With the header 64 bytes: so records fill sectors exactly.
    private static final int PAYLOAD = 48;
    private static final int SIZE = RecordLayout.size(PAYLOAD);
    private static final int IN_SEGMENT = 60;
    private static final int RECORDS = 100;

    @Parameter
    private int format;

    @TempDir
    Path directory;

    private Path journal;

    @BeforeEach
    void make() {
        journal = make("one", RECORDS, 0);
    }

    /** Makes a journal whose every other one with as many records differs in payloads only. */
    private Path make(String name, int records, int lastLength) {
        Path path = directory.resolve(name);
        var random = new Random(name.hashCode());
        try (Journal made = Journal.open(
                path, JournalOptions.defaults().segmentBytes(SEGMENT).format(format))) {
            Appender appender = made.appender();
            for (int i = 0; i < records; i++) {
                byte[] payload = new byte[PAYLOAD];
                random.nextBytes(payload);
                appender.append(payload);
            }
            if (lastLength > 0) {
                appender.append(new byte[lastLength]);
            }
        }
        assertThat(Journal.verify(path)).matches(VerificationReport::isIntact);
        return path;
    }

    @Test
    void shouldFindPagesOfTheSegmentsOfOneJournalThatChangedPlaces() throws IOException {
        int at = SegmentLayout.HEADER_BYTES + 13 * SIZE;
        byte[] first = sector(journal, 0, at);
        put(sector(journal, 1, at), journal, 0, at);
        put(first, journal, 1, at);
        shouldBeRightElsewhere(0, at, journal, 1);
        shouldBeRightElsewhere(1, at, journal, 0);
        shouldBeFound(0, at, 13);
    }

    @Test
    void shouldFindAPageOfAnotherJournalOfTheSameHistory() throws IOException {
        Path other = make("two", RECORDS, 0);
        int at = SegmentLayout.HEADER_BYTES + 21 * SIZE;
        put(sector(other, 1, at), journal, 1, at);
        shouldBeRightElsewhere(1, at, other, 1);
        shouldBeFound(1, at, IN_SEGMENT + 21);
    }

    @Test
    void shouldFindTheEndOfAnotherJournalsSegmentInsteadOfRecords() throws IOException {
        Path shorter = make("short", 21, 3000);
        int at = SegmentLayout.HEADER_BYTES + 21 * SIZE;
        put(sector(shorter, 0, at), journal, 0, at);
        RecordCursor elsewhere = cursor(0, at, shorter, 0);
        assertThat(elsewhere.look()).isEqualTo(RecordCursor.Place.END);
        assertThat(elsewhere.commit()).isNotZero();
        shouldBeFound(0, at, 21);
        // What follows are records: they are kept.
        assertThat(Journal.repair(journal).cut()).hasValueSatisfying(cut -> {
            assertThat(cut.offset()).isEqualTo(at);
            assertThat(cut.kept().getFirst()).hasSize(SEGMENT - at);
        });
    }

    @Test
    void shouldMendADamagedEndWithoutACut() throws IOException {
        int end = SegmentLayout.HEADER_BYTES + IN_SEGMENT * SIZE;
        flip(0, end + RecordLayout.COMMIT + 5, 4);
        assertThat(Journal.verify(journal).mendable())
                .singleElement()
                .satisfies(damage -> assertThat(damage.offset()).isEqualTo(end));
        shouldBeNoticed(0, end, IN_SEGMENT);
        assertThat(Journal.repair(journal).cut()).isEmpty();
        assertThat(Journal.verify(journal)).matches(VerificationReport::isIntact);
        assertThat(Journal.verify(journal).records()).isEqualTo(RECORDS);
    }

    @Test
    void shouldNotSkipDamageOnTheWayBack() throws IOException {
        // No kind of claim is 0.
        flip(0, SegmentLayout.HEADER_BYTES + 13 * SIZE + 7, RecordLayout.DATA << 5);
        List<Long> read = new ArrayList<>();
        try (Journal opened = Journal.openReadOnly(journal);
                Tailer tailer = opened.tailer().seekToEnd()) {
            for (int i = 0; i < 2; i++) {
                assertThatDamageOf(() -> tailer.pollBackwards((memory, offset, length, index) -> read.add(index), 1000))
                        .hasMessageContaining("segment 0 is damaged at offset 1024");
            }
        }
        assertThat(read).hasSize(RECORDS - IN_SEGMENT);
    }

    /** Checks that nothing but the seed tells that the records of a sector lie in the wrong file. */
    private void shouldBeRightElsewhere(long number, int at, Path owner, long ownersNumber) throws IOException {
        RecordCursor cursor = cursor(number, at, owner, ownersNumber);
        for (; cursor.offset < at + SECTOR; cursor.pass()) {
            assertThat(cursor.look()).isEqualTo(RecordCursor.Place.RECORD);
            assertThat(cursor.isIntact(new Checksum())).isTrue();
        }
    }

    /** Returns a cursor in a segment of the journal that takes it for another journal's. */
    private RecordCursor cursor(long number, int at, Path owner, long ownersNumber) throws IOException {
        MemorySegment memory = MemorySegment.ofArray(new long[SEGMENT / Long.BYTES]);
        memory.copyFrom(MemorySegment.ofArray(Files.readAllBytes(SegmentFiles.path(journal, number))));
        try (ControlFile control = ControlFile.open(owner, false)) {
            var cursor = new RecordCursor(new Segment(ownersNumber, control.identity(), memory), 0);
            cursor.moveTo(at, (at - SegmentLayout.HEADER_BYTES) / SIZE);
            return cursor;
        }
    }

    /** Checks that the verifier finds the damage, and a reader after so many records. */
    private void shouldBeFound(long segment, int offset, int records) {
        assertThat(Journal.verify(journal).damage()).hasValueSatisfying(damage -> {
            assertThat(damage.segment()).isEqualTo(segment);
            assertThat(damage.offset()).isEqualTo(offset);
        });
        shouldBeNoticed(segment, offset, records);
    }

    private void shouldBeNoticed(long segment, int offset, int records) {
        List<Long> read = new ArrayList<>();
        try (Journal opened = Journal.openReadOnly(journal);
                Tailer tailer = opened.tailer()) {
            assertThatDamageOf(() -> tailer.poll((memory, at, length, index) -> read.add(index), 1000))
                    .hasMessageContaining("segment " + segment + " is damaged at offset " + offset);
        }
        assertThat(read).hasSize(records);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertThatDamageOf(Runnable reader) {
        return assertThatThrownBy(reader::run).isInstanceOf(JournalCorruptException.class);
    }

    private static byte[] sector(Path journal, long number, int at) throws IOException {
        byte[] sector = new byte[SECTOR];
        ByteBuffer.wrap(Files.readAllBytes(SegmentFiles.path(journal, number))).get(at, sector);
        return sector;
    }

    private static void put(byte[] sector, Path journal, long number, int at) throws IOException {
        Path file = SegmentFiles.path(journal, number);
        byte[] bytes = Files.readAllBytes(file);
        System.arraycopy(sector, 0, bytes, at, sector.length);
        Files.write(file, bytes);
    }

    private void flip(long number, int at, int bits) throws IOException {
        Path file = SegmentFiles.path(journal, number);
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= (byte) bits;
        Files.write(file, bytes);
    }
}
