package dev.ropewalk.journal.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.AppenderKind;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalEntry;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalRecord;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parts of a durable journal become zero, or files of it vanish: a reader gets the same records or is told the place, an
 * appender writes over nothing, and no durable record is invalidated.
 */
class LostRecordsTest {
    private static final int SEGMENTS = 3;
    private static final int SECTOR = 512;
    private static final RecordHandler IGNORED = (memory, offset, length, index) -> {};

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    private JournalCopy copy;
    // Where each record lies, by its index.
    private final Map<Long, Long> places = new TreeMap<>();

    @BeforeEach
    void make() throws IOException {
        copy = JournalCopy.make(directory, SEGMENTS);
        try (JournalInspector inspector = JournalInspector.open(directory)) {
            for (Optional<JournalEntry> entry = inspector.next(); entry.isPresent(); entry = inspector.next()) {
                places.put(
                        entry.get().record().index(),
                        entry.get().segment() * JournalCopy.SEGMENT_BYTES
                                + entry.get().offset());
            }
        }
    }

    /** Zeroes each sector that has something in it, one after the other, but for those of heads. */
    private void zeroEachSector(SectorCheck check) throws IOException {
        for (long number = 0; number < SEGMENTS; number++) {
            byte[] whole = copy.original(copy.segment(number));
            for (int at = SECTOR; at < whole.length; at += SECTOR) {
                if (!Arrays.equals(whole, at, at + SECTOR, new byte[SECTOR], 0, SECTOR)) {
                    copy.zero(copy.segment(number), at, at + SECTOR);
                    check.check(number, at);
                    copy.restore();
                }
            }
        }
    }

    private interface SectorCheck {
        void check(long segment, int sector) throws IOException;
    }

    @Test
    void shouldTellReadersOfEachZeroedSectorWhereVerifyFindsIt() throws IOException {
        zeroEachSector((number, sector) -> {
            var found = Journal.verify(directory).damage().orElse(null);
            if (found == null) {
                // The rest of a segment's end, on which no record depends.
                assertThat(copy.read()).hasSize(places.size());
                return;
            }
            String place = "segment " + number + " is damaged at offset " + found.offset();
            assertThatThrownBy(copy::read).hasMessageContaining(place);
            assertThatThrownBy(() -> readByWriter(directory)).hasMessageContaining(place);
            assertThat(Journal.verify(directory).invalidated())
                    .as("nothing was invalidated")
                    .isLessThanOrEqualTo(2);
        });
    }

    private static List<Long> readByWriter(Path directory) {
        List<Long> read = new ArrayList<>();
        try (Journal journal = JournalCopy.open(directory);
                Tailer tailer = journal.tailer()) {
            for (int i = 0; i < 10; i++) {
                tailer.poll((memory, offset, length, index) -> read.add(index), Integer.MAX_VALUE);
            }
        }
        return read;
    }

    /** A length that leads past the end, to zeros, isn't the way to the end. */
    @Test
    void shouldNotTakeForTheEndWhereAWrongLengthLeadsTo() throws IOException {
        Path other = directory.resolve("other");
        long last;
        try (Journal journal = Journal.open(other);
                Appender appender = journal.appender()) {
            appender.append(new byte[100]);
            last = appender.append(new byte[100]);
        }
        int at = SegmentLayout.HEADER_BYTES + RecordLayout.size(100);
        try (FileChannel file =
                FileChannel.open(SegmentFiles.path(other, 0), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer claim = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            int read = file.read(claim, at);
            assertThat(read).isEqualTo(Long.BYTES);
            int written =
                    file.write(claim.putLong(0, claim.getLong(0) ^ 1 << 10).flip(), at);
            assertThat(written).isEqualTo(Long.BYTES);
        }
        String place =
                "segment 0 is damaged at offset " + at + ": the length or the CRC32C of record " + last + " is wrong";
        try (Journal journal = Journal.openReadOnly(other);
                Tailer tailer = journal.tailer()) {
            assertThatThrownBy(() -> tailer.seek(last + 1)).hasMessageContaining(place);
            assertThatThrownBy(tailer::seekToEnd).hasMessageContaining(place);
            assertThat(tailer.seek(last).index()).isEqualTo(last);
        }
    }

    @Test
    void shouldFindEachRecordByItsIndexOrTellOfAZeroedSector() throws IOException {
        zeroEachSector((number, sector) -> {
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer()) {
                for (long index : places.keySet()) {
                    try {
                        assertThat(tailer.seek(index).tryRead())
                                .as("record %d without sector %d of %d", index, sector, number)
                                .map(JournalRecord::index)
                                .hasValue(index);
                    } catch (JournalCorruptException e) {
                        assertThat(e.segment()).isEqualTo(number);
                        assertThat(e.offset()).isBetween(sector - 200L, sector + (long) SECTOR);
                    }
                }
            }
        });
    }

    @Test
    void shouldTellOfAZeroedSectorBackwards() throws IOException {
        zeroEachSector((number, sector) -> {
            boolean isIntact = Journal.verify(directory).damage().isEmpty();
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer()) {
                if (isIntact) {
                    assertThat(tailer.seekToEnd().pollBackwards(IGNORED, 1000)).isEqualTo(places.size());
                } else {
                    assertThatThrownBy(() -> tailer.seekToEnd().pollBackwards(IGNORED, 1000))
                            .isInstanceOf(JournalCorruptException.class);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotAppendOverIntactRecordsBehindAZeroedSector(boolean exclusive) throws IOException {
        zeroEachSector((number, sector) -> {
            byte[] before = Files.readAllBytes(copy.segment(SEGMENTS - 1));
            int end = end(before);
            boolean isBeforeTheTail = number == SEGMENTS - 1 && sector < end;
            try (Journal journal = JournalCopy.open(directory);
                    Appender appender = exclusive ? journal.exclusiveAppender() : journal.appender()) {
                for (int i = 0; i < 3; i++) {
                    appender.append(new byte[20]);
                }
                assertThat(isBeforeTheTail).isFalse();
            } catch (JournalCorruptException e) {
                assertThat(e.segment()).isEqualTo(number);
                assertThat(e.offset()).isBetween(sector - 200L, sector + (long) SECTOR);
            }
            byte[] after = Files.readAllBytes(copy.segment(SEGMENTS - 1));
            assertThat(Arrays.mismatch(
                            Arrays.copyOfRange(before, SegmentLayout.HEADER_BYTES, end),
                            Arrays.copyOfRange(after, SegmentLayout.HEADER_BYTES, end)))
                    .isEqualTo(-1);
        });
    }

    private static int end(byte[] segment) {
        int end = segment.length;
        while (segment[end - 1] == 0) {
            end--;
        }
        return end;
    }

    @Test
    void shouldNotSayThatAllIsDurableBeforeAHole() throws IOException {
        int last = Math.toIntExact(lastPlace() - (SEGMENTS - 1) * (long) JournalCopy.SEGMENT_BYTES);
        copy.zero(copy.segment(SEGMENTS - 1), last, last + RecordLayout.HEADER_BYTES);
        try (Journal journal = JournalCopy.open(directory)) {
            assertThatThrownBy(journal::force)
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining("segment 2 is damaged at offset " + last);
            assertThatThrownBy(journal::durableIndex).isInstanceOf(JournalCorruptException.class);
        }
    }

    private long lastPlace() {
        return places.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotSayThatWhatIsBehindAHoleIsDurable(boolean asynchronously) {
        Path folder = directory.resolve("unforced");
        JournalOptions options = JournalOptions.defaults().segmentBytes(1 << 16);
        try (Journal journal = Journal.open(folder, options);
                Appender appender = journal.appender();
                JournalFiles files = JournalFiles.open(folder, options)) {
            for (int i = 0; i < 20; i++) {
                appender.append(new byte[500]);
            }
            files.store().acquireFirst().memory.asSlice(4096, 512).fill((byte) 0);
            if (asynchronously) {
                assertThat(appender.appendAsync(new byte[1]))
                        .failsWithin(Duration.ofSeconds(30))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(JournalCorruptException.class);
            } else {
                assertThatThrownBy(journal::force).isInstanceOf(JournalCorruptException.class);
            }
        }
    }

    @Test
    void shouldNotStartToAppendBeforeAHole() throws IOException {
        int last = Math.toIntExact(lastPlace() - (SEGMENTS - 1) * (long) JournalCopy.SEGMENT_BYTES);
        copy.zero(copy.segment(SEGMENTS - 1), last - 100, last);
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.watermark().reset(0);
        }
        try (Journal journal = JournalCopy.open(directory)) {
            assertThatThrownBy(journal::appender)
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining("segment 2 is damaged");
        }
    }

    @Test
    void shouldTellALiveReaderThatTheControlFileIsLost() throws IOException {
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer()) {
            // In place, as the file is mapped.
            try (var channel = FileChannel.open(copy.control(), StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(SECTOR), 0);
            }
            assertThatThrownBy(() -> {
                        while (tailer.poll(IGNORED) > 0) {}
                    })
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining("the control file is damaged at offset");
        }
    }

    @Test
    void shouldNotInvalidateADurableRecordThatHasLostItsCommit() throws IOException {
        for (long place : places.values()) {
            long number = place / JournalCopy.SEGMENT_BYTES;
            int at = (int) (place % JournalCopy.SEGMENT_BYTES);
            copy.zero(copy.segment(number), at + RecordLayout.COMMIT, at + RecordLayout.PAYLOAD);
            String where = "segment " + number + " is damaged at offset " + at;
            assertThatThrownBy(copy::read).hasMessageContaining(where);
            assertThatThrownBy(() -> readByWriter(directory)).hasMessageContaining(where);
            assertThat(Journal.verify(directory).damage())
                    .hasValueSatisfying(damage -> assertThat(damage.offset()).isEqualTo(at));
            assertThat(word(number, at)).isEqualTo(claim(copy.original(copy.segment(number)), at));
            copy.restore();
        }
    }

    @Test
    void shouldCutBeforeADurableRecordThatHasLostItsCommitInARepair() throws IOException {
        int at = placeInFirst(3);
        copy.zero(copy.segment(0), at + RecordLayout.COMMIT, at + RecordLayout.PAYLOAD);
        assertThat(Journal.repair(directory).cut())
                .hasValueSatisfying(cut -> assertThat(cut.offset()).isEqualTo(at));
        assertThat(copy.read()).hasSize(3);
    }

    @Test
    void shouldReadADurableRecordWhoseClaimIsContested() throws IOException {
        List<String> before = copy.read();
        for (long place : places.values()) {
            long number = place / JournalCopy.SEGMENT_BYTES;
            int at = (int) (place % JournalCopy.SEGMENT_BYTES);
            long claim = word(number, at);
            if (RecordLayout.kind(claim) == RecordLayout.DATA) {
                write(number, at, RecordLayout.as(RecordLayout.CONTESTED, claim));
                assertThat(copy.read()).isEqualTo(before);
                copy.restore();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void shouldTellReadersWhichSegmentIsMissing(long number) throws IOException {
        Files.delete(copy.segment(number));
        String where = "segment " + number + " is damaged at offset 0";
        assertThatThrownBy(copy::read).hasMessageContaining(where);
        assertThatThrownBy(() -> readByWriter(directory)).hasMessageContaining(where);
        try (Journal journal = Journal.openReadOnly(directory)) {
            assertThatThrownBy(() -> {
                        try (Tailer tailer = journal.tailer().seekToEnd()) {
                            tailer.pollBackwards(IGNORED, 1000);
                        }
                    })
                    .hasMessageContaining(where);
        }
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldNotMakeAMissingSegmentAgain(AppenderKind kind) throws IOException {
        try (Journal journal = JournalCopy.open(directory)) {
            Files.delete(copy.segment(SEGMENTS - 1));
            assertThatThrownBy(() -> append(journal, kind))
                    .isInstanceOf(JournalCorruptException.class)
                    .extracting(e -> ((JournalCorruptException) e).segment(), InstanceOfAssertFactories.LONG)
                    .isEqualTo(SEGMENTS - 1);
        }
        assertThat(copy.segment(SEGMENTS - 1)).doesNotExist();
    }

    private static void append(Journal journal, AppenderKind kind) {
        try (Appender appender = kind == AppenderKind.EXCLUSIVE ? journal.exclusiveAppender() : journal.appender()) {
            appender.append(new byte[1]);
        }
    }

    @Test
    void shouldNotTakeMissingOldestFilesForDeletedOnesAfterACrash() throws IOException {
        Files.delete(copy.segment(0));
        try (ControlFile control = ControlFile.open(directory, true)) {
            // A session that never ended.
            control.beginSession();
        }
        assertThatThrownBy(() -> JournalCopy.open(directory))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset 0");
    }

    @Test
    void shouldNotTakeAJournalForNewThatHasLostTheNumberOfItsLastSegment() throws IOException {
        List<String> before = copy.read();
        copy.zero(copy.control(), ControlLayout.LAST_SEGMENT_AT, ControlLayout.LAST_SEGMENT_AT + Long.BYTES);
        assertThatThrownBy(() -> JournalCopy.open(directory))
                .hasMessageContaining("the control file is damaged at offset 96");
        assertThatThrownBy(copy::read).hasMessageContaining("the control file is damaged at offset 96");
        assertThat(Journal.verify(directory).mendable())
                .singleElement()
                .matches(damage -> damage.offset() == ControlLayout.LAST_SEGMENT_AT);
        Journal.repair(directory);
        assertThat(copy.read()).isEqualTo(before);
    }

    @Test
    void shouldNotGoOnWithASegmentThatStartsElsewhereThanTheOneBeforeEnds() throws IOException {
        long first = CheckedWord.value(word(1, SegmentLayout.FIRST_INDEX_AT));
        write(1, SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(first + 1));
        assertThatThrownBy(copy::read).hasMessageContaining("segment 1 is damaged at offset 48");
    }

    @Test
    void shouldNotSeekOverARecordOfAnotherLengthOrCount() throws IOException {
        int at = placeInFirst(2);
        long claim = word(0, at);
        for (int bit = 0; bit < 37; bit++) {
            int flipped = bit;
            long damaged = claim ^ (1L << bit);
            write(0, at, damaged);
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer()) {
                // What fills up a record isn't read by a seek, so a length that ends in it makes no difference.
                if (RecordLayout.size(RecordLayout.length(claim)) != RecordLayout.size(RecordLayout.length(damaged))
                        || RecordLayout.count(damaged) != 1) {
                    assertThatThrownBy(() -> tailer.seek(9))
                            .as("bit %d of the claim", flipped)
                            .isInstanceOf(JournalCorruptException.class);
                }
            }
        }
    }

    /** Returns where a record lies in the first segment. */
    private int placeInFirst(long index) {
        return Math.toIntExact(Objects.requireNonNull(places.get(index)));
    }

    private long word(long number, int at) throws IOException {
        return claim(Files.readAllBytes(copy.segment(number)), at);
    }

    private static long claim(byte[] segment, int at) {
        return ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
    }

    private void write(long number, int at, long word) throws IOException {
        byte[] bytes = Files.readAllBytes(copy.segment(number));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, word);
        Files.write(copy.segment(number), bytes);
    }
}
