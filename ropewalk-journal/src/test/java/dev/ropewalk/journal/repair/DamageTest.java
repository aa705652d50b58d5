package dev.ropewalk.journal.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.MemorySegments;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Bits of a small journal are flipped: the verifier finds it, or it changes nothing for any reader. */
@ParameterizedClass
@ValueSource(ints = {Format.RUNS, Format.FRAMES})
class DamageTest {
    /** Of each byte two bits are flipped, others in each run; the deep tests flip all. */
    private static final int STEP = Sample.of(4, 1);

    private final int format;

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    DamageTest(int format) {
        this.format = format;
    }

    @BeforeEach
    void makeJournal() {
        var random = new Random(5);
        Journal.open(directory, JournalOptions.defaults().segmentBytes(4096).format(format))
                .close();
        try (Journal journal = open(directory)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 36; i++) {
                byte[] payload = new byte[i % 3 == 0 ? random.nextInt(400) : 48];
                random.nextBytes(payload);
                appender.append(payload);
                if (i % 7 == 3) {
                    appender.claim(20).abort();
                }
                if (i % 9 == 5) {
                    appender.batch().add(payload).add(new byte[13]).add(payload).commit();
                }
            }
        }
    }

    private static Journal open(Path path) {
        return Journal.open(path, JournalOptions.defaults().segmentBytes(4096).durability(Durability.each()));
    }

    private static List<Long> indices(Path path) {
        List<Long> indices = new ArrayList<>();
        try (Journal journal = open(path);
                Tailer tailer = journal.tailer()) {
            tailer.poll((memory, offset, length, index) -> indices.add(index), 1000);
        }
        return indices;
    }

    private static VerificationReport verify(MemorySegments segments) {
        return new Verifier(segments, 0).run();
    }

    @Test
    void shouldFindEachFlippedBitOfSegmentsAndMendItUnlessItChangesNothingOrHitsARecord() throws IOException {
        var segments = new MemorySegments(directory);
        List<String> before = segments.read();
        VerificationReport clean = verify(segments);
        assertThat(clean).matches(VerificationReport::isIntact);
        assertThat(clean.invalidated()).isPositive();
        assertThat(clean.segments()).isEqualTo(2);
        TreeSet<Long> harmless = new TreeSet<>();
        int first = ThreadLocalRandom.current().nextInt(STEP);
        for (long number = 0; number <= 1; number++) {
            for (long offset = 0; offset < 4096; offset++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    if ((bit + 2 * offset + first) % STEP != 0) {
                        continue;
                    }
                    segments.flip(number, offset, bit);
                    VerificationReport report = verify(segments);
                    if (report.damage().isEmpty() && !report.mendable().isEmpty()) {
                        if (bit == offset % Byte.SIZE) {
                            mend(segments, before);
                        } else {
                            segments.flip(number, offset, bit);
                        }
                        continue;
                    }
                    if (report.isIntact() && report.openClaims() == 0) {
                        harmless.add(number * 4096 + offset);
                        assertThat(segments.read())
                                .as("records after bit %d at offset %d of segment %d", bit, offset, number)
                                .isEqualTo(before);
                    }
                    segments.flip(number, offset, bit);
                }
            }
        }
        // What the writer of an invalid claim had begun to write, and a bit that makes its commit one that it might
        // have
        // written.
        int begun = (int) clean.invalidated() * (RecordLayout.size(20) - RecordLayout.HEADER_BYTES);
        assertThat(harmless).as("bytes that may be anything").hasSizeBetween(begun, begun + (int) clean.invalidated());
    }

    private void mend(MemorySegments segments, List<String> records) throws IOException {
        new HeaderRepair(segments).run(0);
        assertThat(verify(segments).isIntact()).isTrue();
        assertThat(segments.read()).isEqualTo(records);
        segments.restore();
    }

    @Test
    void shouldFindPagesThatChangedPlacesByTheirNumbers() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        try (Journal journal = open(other)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 40; i++) {
                // 64 bytes with the header: so records fill sectors exactly.
                appender.append(new byte[] {
                    (byte) i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
                });
            }
        }
        var segments = new MemorySegments(other);
        assertThat(verify(segments)).matches(VerificationReport::isIntact);
        assertThat(isIntactWithoutNumbers(segments)).isTrue();
        segments.swap(0, 512, 1024, 512);
        assertThat(verify(segments).damage()).hasValueSatisfying(damage -> {
            assertThat(damage.segment()).isZero();
            assertThat(damage.offset()).isEqualTo(512);
        });
        // The broken twin: each record for itself is right.
        assertThat(isIntactWithoutNumbers(segments)).isTrue();
    }

    private static boolean isIntactWithoutNumbers(MemorySegments segments) {
        var checksum = new Checksum();
        var cursor = new RecordCursor(java.util.Objects.requireNonNull(segments.get(0)), 0);
        while (cursor.look() == RecordCursor.Place.RECORD) {
            int number = RecordLayout.number(cursor.commit());
            int sum = checksum.ofPayload(cursor.segment.memory, cursor.offset + RecordLayout.PAYLOAD, cursor.length());
            if (Checksum.ofRecord(cursor.segment.seed, sum, number, cursor.claim())
                    != RecordLayout.checksum(cursor.commit())) {
                return false;
            }
            cursor.pass();
        }
        return cursor.place() == RecordCursor.Place.FREE;
    }

    @Test
    void shouldNoticeDamageOfTheControlFileOrGiveAllRecords(@TempDir(factory = MemoryTempDir.class) Path copies)
            throws IOException {
        List<Long> before = indices(directory);
        var random = new Random(3);
        for (int offset = 0; offset < 208; offset++) {
            Path copy = copy(copies.resolve("flipped-" + offset));
            flip(copy.resolve(ControlLayout.FILE), offset, random.nextInt(Byte.SIZE));
            List<Long> after = new ArrayList<>();
            try {
                if (Journal.verify(copy).isIntact()) {
                    after.addAll(indices(copy));
                    assertThat(after)
                            .as("records after a flip at offset " + offset)
                            .isEqualTo(before);
                }
            } catch (JournalCorruptException | JournalFormatException | JournalPoisonedException e) {
                assertThat(e).as("noticed").hasMessageMatching("(?s).+");
            }
        }
    }

    private Path copy(Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return to;
    }

    private static void flip(Path file, int offset, int bit) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= (byte) (1 << bit);
        Files.write(file, bytes);
    }

    @Test
    void shouldRefuseDamageUntilItIsRepaired() throws IOException {
        List<Long> before = indices(directory);
        flip(SegmentFiles.path(directory, 0), 900, 3);
        VerificationReport report = Journal.verify(directory);
        assertThat(report.damage()).isPresent();
        long offset = report.damage().orElseThrow().offset();
        assertThat(offset).isLessThanOrEqualTo(900);
        assertThatThrownBy(() -> indices(directory)).isInstanceOf(JournalCorruptException.class);
        CutTail cut = Journal.repair(directory).cut().orElseThrow();
        assertThat(cut.segment()).isZero();
        assertThat(cut.offset()).isEqualTo(offset);
        assertThat(cut.kept()).isNotEmpty().allMatch(Files::exists);
        assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
        List<Long> after = indices(directory);
        assertThat(after).isEqualTo(before.subList(0, after.size())).isNotEmpty();
        try (Journal journal = open(directory)) {
            assertThat(journal.appender().append(new byte[5])).isGreaterThan(after.getLast());
        }
        assertThat(Journal.repair(directory).cut()).isEmpty();
    }

    @Test
    void shouldMendWhatFollowsFromTheRecordsWithoutACut() throws IOException {
        List<Long> before = indices(directory);
        for (int at : new int[] {SegmentLayout.FIRST_INDEX_AT, SegmentLayout.END_OFFSET_AT, 100, 130, 150}) {
            flip(SegmentFiles.path(directory, 1), at, 2);
            assertThat(Journal.verify(directory).isIntact()).as("offset " + at).isFalse();
            assertThat(Journal.repair(directory).cut()).as("offset " + at).isEmpty();
            assertThat(Journal.verify(directory)).as("offset " + at).matches(VerificationReport::isIntact);
        }
        assertThat(indices(directory)).isEqualTo(before);
    }

    @Test
    void shouldKeepTheRecordsOfATruncatedFile() throws IOException {
        List<Long> before = indices(directory);
        Path file = SegmentFiles.path(directory, 0);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, 2000));
        assertThat(Journal.verify(directory).isIntact()).isFalse();
        assertThat(Journal.repair(directory).cut()).isPresent();
        List<Long> after = indices(directory);
        assertThat(after).isNotEmpty().isEqualTo(before.subList(0, after.size()));
    }

    @Test
    void shouldNotRepairAJournalThatIsOpen() {
        try (Journal journal = open(directory)) {
            assertThatThrownBy(() -> Journal.repair(directory)).isInstanceOf(JournalException.class);
            assertThat(journal.recovery()).isEmpty();
        }
    }
}
