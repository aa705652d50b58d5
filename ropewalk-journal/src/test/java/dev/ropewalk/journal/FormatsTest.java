package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals of both formats, and journals that were upgraded: each is read, from every place and in every way. */
class FormatsTest {
    private static final int SEGMENT_BYTES = 4096;

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    private final List<String> written = new ArrayList<>();
    private final Random random = new Random(42);

    private static JournalOptions options(int format) {
        return JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).format(format);
    }

    /** Appends single records and batches, of records that are alike or differ. */
    private void append(Journal journal, int batches) {
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < batches; i++) {
                Batch batch = appender.batch();
                int records = 1 + random.nextInt(20);
                int common = random.nextInt(3) == 0 ? 8 + random.nextInt(30) : 0;
                for (int record = 0; record < records; record++) {
                    String payload = payload(common > 0 ? common : 8 + random.nextInt(60));
                    written.add(payload);
                    batch.add(payload.getBytes(UTF_8));
                }
                batch.commit();
            }
        }
    }

    private String payload(int length) {
        String number = "record " + written.size();
        return number + ".".repeat(Math.max(0, length - number.length()));
    }

    private void make(int format, int batches) {
        try (Journal journal = Journal.open(directory, options(format))) {
            append(journal, batches);
            journal.force();
        }
    }

    private static RecordHandler to(List<String> list) {
        return (memory, offset, length, index) -> {
            assertThat(offset % 8).isZero();
            list.add(index + " " + new String(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), UTF_8));
        };
    }

    private List<String> expected(int from) {
        List<String> expected = new ArrayList<>();
        for (int index = from; index < written.size(); index++) {
            expected.add(index + " " + written.get(index));
        }
        return expected;
    }

    private void checkAll() {
        VerificationReport report = Journal.verify(directory);
        assertThat(report).matches(VerificationReport::isIntact);
        assertThat(report.records()).isEqualTo(written.size());
        try (Journal journal = Journal.openReadOnly(directory)) {
            for (int limit : new int[] {1, 2, 7, 1000}) {
                List<String> read = new ArrayList<>();
                try (Tailer tailer = journal.tailer()) {
                    while (tailer.poll(to(read), limit) > 0) {
                        assertThat(tailer.index()).isEqualTo(read.size());
                    }
                }
                assertThat(read).isEqualTo(expected(0));
                List<String> backwards = new ArrayList<>();
                try (Tailer tailer = journal.tailer().seekToEnd()) {
                    assertThat(tailer.index()).isEqualTo(written.size());
                    while (tailer.pollBackwards(to(backwards), limit) > 0) {
                        assertThat(tailer.index()).isEqualTo(written.size() - backwards.size());
                    }
                }
                Collections.reverse(backwards);
                assertThat(backwards).isEqualTo(expected(0));
            }
            checkSeeks(journal);
        }
    }

    private void checkSeeks(Journal journal) {
        try (Tailer tailer = journal.tailer()) {
            for (int index = 0; index <= written.size(); index++) {
                tailer.seek(index);
                assertThat(tailer.index()).isEqualTo(index);
                assertThat(tailer.hasNext()).isEqualTo(index < written.size());
                List<String> read = new ArrayList<>();
                tailer.poll(to(read), 3);
                tailer.seek(index);
                // To and fro, and once more.
                List<String> before = new ArrayList<>();
                tailer.pollBackwards(to(before), 2);
                if (!before.isEmpty()) {
                    tailer.poll(to(new ArrayList<>()), before.size());
                }
                List<String> again = new ArrayList<>();
                tailer.poll(to(again), 3);
                List<String> expected = expected(index);
                assertThat(read).isEqualTo(expected.subList(0, Math.min(3, expected.size())));
                assertThat(again).isEqualTo(read);
                List<String> expectedBefore = new ArrayList<>(expected(Math.max(0, index - 2)));
                expectedBefore = new ArrayList<>(expectedBefore.subList(0, Math.min(2, index)));
                Collections.reverse(expectedBefore);
                assertThat(before).isEqualTo(expectedBefore);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldReadEveryRecordFromEveryPlace(int format) {
        make(format, 30);
        checkAll();
        try (Journal journal = Journal.openReadOnly(directory);
                JournalInspector inspector = JournalInspector.open(directory)) {
            JournalInfo info = inspector.info();
            assertThat(info.format()).isEqualTo(format);
            assertThat(info.formats()).containsExactly(Map.entry(0L, format));
            assertThat(journal.durableIndex()).isEqualTo(written.size());
        }
    }

    @Test
    void shouldGoOnInTheNewFormatAfterAnUpgrade() {
        make(Format.RUNS, 12);
        assertThat(Journal.upgrade(directory)).isTrue();
        assertThat(Journal.upgrade(directory)).isFalse();
        checkAll();
        make(Format.RUNS, 20);
        checkAll();
        try (JournalInspector inspector = JournalInspector.open(directory)) {
            JournalInfo info = inspector.info();
            assertThat(info.format()).isEqualTo(Format.FRAMES);
            assertThat(info.formats())
                    .containsValues(Format.RUNS, Format.FRAMES)
                    .hasSize(2);
        }
    }

    @Test
    void shouldRefuseToUpgradeAJournalThatIsOpen() {
        try (Journal _ = Journal.open(directory, options(Format.RUNS))) {
            assertThatThrownBy(() -> Journal.upgrade(directory))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("can't be upgraded: it is open");
        }
        assertThat(Journal.upgrade(directory)).isTrue();
    }

    @Test
    void shouldRefuseToUpgradeWhatIsNoJournalAndLeaveNothingThere() throws IOException {
        assertThatThrownBy(() -> Journal.upgrade(directory)).isInstanceOf(JournalFormatException.class);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldRefuseFormatsThatAreNone() {
        for (int format : new int[] {0, 3, -1}) {
            assertThatThrownBy(() -> options(format))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the format of a journal is 1 to 2, not " + format);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldHandOverAgainWhatAHandlerHasRefused(int format) {
        make(format, 10);
        try (Journal journal = Journal.open(directory);
                Tailer tailer = journal.tailer("reader")) {
            List<String> read = new ArrayList<>();
            RecordHandler handler = to(read);
            for (int refused = 0; refused < written.size(); refused++) {
                int last = refused;
                assertThatThrownBy(() -> tailer.poll(
                                (memory, offset, length, index) -> {
                                    if (index == last) {
                                        throw new IllegalArgumentException("refused");
                                    }
                                    handler.onRecord(memory, offset, length, index);
                                },
                                10))
                        .hasMessage("refused");
                assertThat(tailer.index()).isEqualTo(last);
                tailer.commit();
                tailer.poll(handler, 1);
            }
            assertThat(read).isEqualTo(expected(0));
        }
        try (Journal journal = Journal.open(directory);
                Tailer tailer = journal.tailer("reader")) {
            // In the middle of the last batch, or before it.
            assertThat(tailer.index()).isEqualTo(written.size() - 1);
            List<String> read = new ArrayList<>();
            tailer.poll(to(read), 10);
            assertThat(read).isEqualTo(expected(written.size() - 1));
        }
    }

    @Test
    void shouldReadFramesWithoutAChecksum() {
        make(Format.FRAMES, 30);
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().checkReads(false));
                Tailer tailer = journal.tailer()) {
            List<String> read = new ArrayList<>();
            while (tailer.poll(to(read), 5) > 0) {
                Thread.onSpinWait();
            }
            assertThat(read).isEqualTo(expected(0));
        }
    }

    @Test
    void shouldFindEachFlippedBitOfAFrame() throws IOException {
        try (Journal journal = Journal.open(directory, options(Format.FRAMES));
                Appender appender = journal.appender()) {
            appender.append(payload(8).getBytes(UTF_8));
            appender.batch()
                    .add(payload(8).getBytes(UTF_8))
                    .add(payload(20).getBytes(UTF_8))
                    .commit();
            appender.append(payload(8).getBytes(UTF_8));
            journal.force();
        }
        Path file = SegmentFiles.path(directory, 0);
        byte[] right = Files.readAllBytes(file);
        int from = SegmentLayout.HEADER_BYTES + 24;
        // Header, table, and payloads of 8 and 20 bytes.
        int to = from + 16 + 16 + 8 + 24;
        int contested = (from + 7) * 8 + 7;
        for (int bit = from * 8; bit < to * 8; bit++) {
            if (bit == contested) {
                // As an invalidator leaves it that has asked after the commit: before the watermark that is the record.
                continue;
            }
            byte[] damaged = right.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            assertThat(Journal.verify(directory).damage())
                    .as("bit " + bit)
                    .hasValueSatisfying(damage -> assertThat(damage.offset()).isEqualTo(from));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldRebuildHeadsByTheRecords(int damage) throws IOException {
        make(Format.RUNS, 12);
        Journal.upgrade(directory);
        make(Format.FRAMES, 40);
        Path control = directory.resolve(ControlLayout.FILE);
        List<Path> damaged = new ArrayList<>(damage == 1 ? List.of(control) : List.of());
        try (JournalInspector inspector = JournalInspector.open(directory)) {
            JournalInfo info = inspector.info();
            // All but the last one, which tells the journal's identity where the control file doesn't.
            for (long number = 0; number < info.lastSegment(); number++) {
                damaged.add(SegmentFiles.path(directory, number));
            }
        }
        byte[] controlBefore = Files.readAllBytes(control);
        List<byte[]> before = new ArrayList<>();
        for (Path file : damaged) {
            before.add(Files.readAllBytes(file));
            int bytes = damage == 2 ? SegmentLayout.NUMBER_AT : FileHead.BYTES;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(bytes), 0);
            }
        }
        assertThat(Journal.verify(directory).mendable()).hasSizeGreaterThanOrEqualTo(damaged.size());
        assertThat(Journal.repair(directory).cut()).isEmpty();
        for (int i = 0; i < damaged.size(); i++) {
            byte[] head = Arrays.copyOf(Files.readAllBytes(damaged.get(i)), ControlLayout.MADE_AT);
            assertThat(head).isEqualTo(Arrays.copyOf(before.get(i), ControlLayout.MADE_AT));
        }
        assertThat(Arrays.copyOf(Files.readAllBytes(control), 16)).isEqualTo(Arrays.copyOf(controlBefore, 16));
        checkAll();
    }
}
