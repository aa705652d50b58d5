package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.repair.Recovery;
import dev.ropewalk.journal.store.SegmentFolder;
import dev.ropewalk.journal.store.SegmentSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryTest {
    private static final int SEGMENT = 8192;
    private static final UUID BEFORE = new UUID(4711, 42);

    @TempDir
    Path directory;

    private Journal open(Durability durability) {
        return Journal.open(
                directory, JournalOptions.defaults().segmentBytes(SEGMENT).durability(durability));
    }

    private void append(Durability durability, int from, int to) {
        try (Journal journal = open(durability);
                Appender appender = journal.appender()) {
            for (int i = from; i < to; i++) {
                byte[] payload = new byte[100];
                Arrays.fill(payload, (byte) i);
                assertThat(appender.append(payload)).isEqualTo(i);
            }
        }
    }

    private List<Long> read(Journal journal) {
        List<Long> indices = new ArrayList<>();
        try (Tailer tailer = journal.tailer()) {
            tailer.poll(
                    (memory, offset, length, index) -> {
                        assertThat(memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, offset + length - 1))
                                .isEqualTo((byte) index);
                        indices.add(index);
                    },
                    1000);
        }
        return indices;
    }

    /** Lets the machine have stopped since. */
    private void changeBoot() {
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.boot().set(BEFORE);
        }
    }

    private static void edit(Path file, java.util.function.Consumer<ByteBuffer> change) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(bytes);
        Files.write(file, bytes.array());
    }

    private void flip(long segment, int offset) throws IOException {
        edit(SegmentFiles.path(directory, segment), bytes -> bytes.put(offset, (byte) (bytes.get(offset) ^ 1)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSaveAContestedRecordThatIsDurable(boolean machineStopped) throws IOException {
        append(Durability.each(), 0, 10);
        int at = SegmentLayout.HEADER_BYTES + 4 * RecordLayout.size(100);
        // An invalidator that contests on an old look may die after the record was committed and forced.
        edit(
                SegmentFiles.path(directory, 0),
                bytes -> bytes.putLong(at, RecordLayout.as(RecordLayout.CONTESTED, bytes.getLong(at))));
        if (machineStopped) {
            changeBoot();
        } else {
            try (ControlFile control = ControlFile.open(directory, true)) {
                control.beginSession();
            }
        }
        try (Journal journal = open(Durability.each())) {
            assertThat(journal.recovery())
                    .hasValueSatisfying(report -> assertThat(report.cut()).isEmpty());
            assertThat(read(journal)).hasSize(10);
        }
        assertThat(Journal.verify(directory).isIntact()).isTrue();
        append(Durability.each(), 10, 11);
        assertThat(Journal.verify(directory).records()).isEqualTo(11);
        edit(
                SegmentFiles.path(directory, 0),
                bytes -> assertThat(RecordLayout.kind(bytes.getLong(at))).isEqualTo(RecordLayout.SAVED));
    }

    @Test
    void shouldFindNothingToDoWhereAllIsInOrder() {
        append(Durability.none(), 0, 10);
        try (Journal journal = open(Durability.none())) {
            assertThat(journal.recovery()).isEmpty();
        }
    }

    @Test
    void shouldKeepEverythingThatTheDiskHasAfterTheMachineStopped() throws IOException {
        append(Durability.none(), 0, 100);
        changeBoot();
        try (Journal journal = open(Durability.none())) {
            assertThat(journal.recovery()).hasValueSatisfying(report -> {
                assertThat(report.machineStopped()).isTrue();
                assertThat(report.records()).isEqualTo(100);
                assertThat(report.cut()).isEmpty();
            });
            assertThat(read(journal)).hasSize(100);
        }
        changeBoot();
        try (Journal journal = open(Durability.none())) {
            assertThat(journal.recovery().map(RecoveryReport::records))
                    .as("records of the last segment, as the rest was made durable")
                    .contains(100L - 66);
        }
    }

    @Test
    void shouldCutATornTailAndKeepItAside() throws IOException {
        append(Durability.each(), 0, 80);
        append(Durability.none(), 80, 140);
        changeBoot();
        // Record 90 is the 25th of segment 1.
        int offset = 192 + 24 * 120;
        flip(1, offset + 50);
        try (Journal journal = open(Durability.none())) {
            CutTail cut = journal.recovery().flatMap(RecoveryReport::cut).orElseThrow();
            assertThat(cut.segment()).isEqualTo(1);
            assertThat(cut.offset()).isEqualTo(offset);
            assertThat(cut.reason()).contains("CRC32C", "90");
            assertThat(cut.kept()).hasSize(2).allMatch(Files::exists);
            assertThat(read(journal)).hasSize(90);
        }
        append(Durability.none(), 90, 120);
        assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
    }

    @Test
    void shouldLetASegmentThatWasCutEndAnew() throws IOException {
        append(Durability.none(), 0, 80);
        changeBoot();
        flip(0, 192 + 24 * 120 + 50);
        try (Journal journal = open(Durability.none());
                Appender appender = journal.appender()) {
            // Of another size, so that the segment ends elsewhere.
            for (int i = 24; i < 200; i++) {
                appender.append(new byte[40]);
            }
            assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
        }
    }

    @Test
    void shouldRefuseDamageOfWhatWasDurable() throws IOException {
        append(Durability.each(), 0, 80);
        changeBoot();
        flip(1, 192 + 120 + 50);
        assertThatThrownBy(() -> open(Durability.none())).isInstanceOfSatisfying(JournalCorruptException.class, e -> {
            assertThat(e.segment()).isEqualTo(1);
            assertThat(e.offset()).isEqualTo(192 + 120);
        });
        assertThatThrownBy(() -> open(Durability.none())).isInstanceOf(JournalCorruptException.class);
    }

    @Test
    void shouldNoticeThatTheEndOfWhatWasDurableIsMissing() throws IOException {
        append(Durability.each(), 0, 10);
        changeBoot();
        int last = 192 + 9 * 120;
        edit(SegmentFiles.path(directory, 0), bytes -> bytes.put(last, new byte[120]));
        assertThat(Journal.verify(directory).damage())
                .hasValueSatisfying(damage -> assertThat(damage.offset()).isEqualTo(last));
        assertThatThrownBy(() -> open(Durability.none())).isInstanceOf(JournalCorruptException.class);
        Journal.repair(directory);
        try (Journal journal = open(Durability.none())) {
            assertThat(read(journal)).hasSize(9);
        }
    }

    @Test
    void shouldEndThePoisonWhenTheMachineHasStopped() throws IOException {
        append(Durability.none(), 0, 10);
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.watermark().poison(BEFORE);
        }
        try (Journal journal = open(Durability.none())) {
            assertThatThrownBy(journal::appender).isInstanceOf(JournalPoisonedException.class);
            assertThat(read(journal)).hasSize(10);
        }
        changeBoot();
        append(Durability.each(), 10, 20);
        assertThat(Journal.verify(directory).records()).isEqualTo(20);
    }

    @Test
    void shouldRefuseAWatermarkThatIsDamaged() throws IOException {
        append(Durability.each(), 0, 3);
        changeBoot();
        flip(directory.resolve(ControlLayout.FILE));
        assertThatThrownBy(() -> open(Durability.none()))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("watermark");
        Journal.repair(directory);
        try (Journal journal = open(Durability.none())) {
            assertThat(read(journal)).hasSize(3);
        }
    }

    @Test
    void shouldLetGoOfAJournalThatItCannotOpen() throws IOException {
        append(Durability.each(), 0, 3);
        flip(directory.resolve(ControlLayout.FILE));
        // Nothing is recovered, so it is noticed after the journal was gone into.
        assertThatThrownBy(() -> open(Durability.none()))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("watermark");
        try (LockFile locks = LockFile.open(directory)) {
            assertThat(locks.probeFree(LockFile.OPEN)).isTrue();
        }
    }

    private static void flip(Path control) throws IOException {
        edit(
                control,
                bytes -> bytes.put(ControlLayout.WATERMARK_AT, (byte) (bytes.get(ControlLayout.WATERMARK_AT) ^ 1)));
    }

    @Test
    void shouldInvalidateTheClaimsOfProcessesThatDied() throws IOException {
        try (Journal journal = open(Durability.none())) {
            journal.appender().claim(100);
            journal.appender().append(new byte[] {1});
        }
        // As if the process had died: the session hasn't ended in order.
        edit(
                directory.resolve(ControlLayout.FILE),
                control -> control.putLong(ControlLayout.SESSIONS_ENDED_AT, CheckedWord.of(0)));
        try (Journal journal = open(Durability.none())) {
            assertThat(journal.recovery()).hasValueSatisfying(report -> {
                assertThat(report.machineStopped()).isFalse();
                assertThat(report.invalidatedClaims()).isEqualTo(1);
                assertThat(report.records()).isEqualTo(1);
            });
            assertThat(read(journal)).containsExactly(1L);
        }
    }

    @Test
    void shouldInvalidateNoClaimThatReachesOverTheNextRecord() throws IOException {
        try (Journal journal = open(Durability.none())) {
            journal.appender().claim(100);
            journal.appender().append(new byte[] {1});
        }
        edit(
                directory.resolve(ControlLayout.FILE),
                control -> control.putLong(ControlLayout.SESSIONS_ENDED_AT, CheckedWord.of(0)));
        int claim = SegmentLayout.HEADER_BYTES;
        edit(SegmentFiles.path(directory, 0), bytes -> bytes.putLong(claim, bytes.getLong(claim) + 512));
        assertThatThrownBy(() -> open(Durability.none()))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining(
                        "record 0 is claimed but not committed, and its length reaches over the next record");
        assertThat(Journal.repair(directory).cut())
                .hasValueSatisfying(cut -> assertThat(cut.kept()).hasSize(1));
    }

    @Test
    void shouldLetReadersPassClaimsOfThoseWhoHaveAllLeft() {
        try (Journal journal = open(Durability.none())) {
            assertThat(journal.appender().append(new byte[] {0})).isEqualTo(0);
            RecordClaim left = journal.appender().claim(100);
            assertThat(left.length()).isEqualTo(100);
            assertThat(journal.appender().append(new byte[] {2})).isEqualTo(2);
            try (Journal reading = Journal.openReadOnly(directory)) {
                assertThat(read(reading)).containsExactly(0L);
            }
        }
        try (Journal journal = Journal.openReadOnly(directory)) {
            assertThat(read(journal)).containsExactly(0L, 2L);
        }
        assertThat(Journal.verify(directory).openClaims()).isEqualTo(1);
    }

    /** Appends a record and a batch of three, of which the second has lost some bytes; returns where the batch begins. */
    private int damageBatch(int format) throws IOException {
        Journal.open(directory, JournalOptions.defaults().segmentBytes(SEGMENT).format(format))
                .close();
        append(Durability.none(), 0, 1);
        try (Journal journal = open(Durability.none());
                Appender appender = journal.appender()) {
            assertThat(appender.batch()
                            .add(new byte[] {1})
                            .add(new byte[] {2})
                            .add(new byte[] {3})
                            .commit())
                    .isEqualTo(1);
        }
        int start = SegmentLayout.HEADER_BYTES + RecordLayout.size(100);
        int lost = start + RecordLayout.size(1) + RecordLayout.COMMIT;
        edit(SegmentFiles.path(directory, 0), bytes -> {
            assertThat(bytes.getLong(lost)).isNotZero();
            bytes.putLong(lost, 0);
        });
        return start;
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldRefuseAHoleInABatchWhereOnlyProcessesDied(int format) throws IOException {
        int start = damageBatch(format);
        edit(
                directory.resolve(ControlLayout.FILE),
                control -> control.putLong(ControlLayout.SESSIONS_ENDED_AT, CheckedWord.of(0)));
        assertThatThrownBy(() -> open(Durability.none()))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("offset " + (format == Format.FRAMES ? start : start + RecordLayout.size(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldCutBeforeABatchWithAHoleWhereTheMachineMayHaveStopped(int format) throws IOException {
        int start = damageBatch(format);
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.boot().set(BootIdentity.UNKNOWN);
        }
        try (Journal journal = open(Durability.none())) {
            CutTail cut = journal.recovery().flatMap(RecoveryReport::cut).orElseThrow();
            assertThat(cut.offset()).isEqualTo(start);
            assertThat(read(journal)).containsExactly(0L);
        }
    }

    @Test
    void shouldRefuseDamageWhereTheMachineHasNotStopped() throws IOException {
        append(Durability.none(), 0, 10);
        flip(0, 192 + 50);
        edit(
                directory.resolve(ControlLayout.FILE),
                control -> control.putLong(ControlLayout.SESSIONS_ENDED_AT, CheckedWord.of(0)));
        assertThatThrownBy(() -> open(Durability.none())).isInstanceOf(JournalCorruptException.class);
    }

    @Test
    void shouldLookAtTheSegmentsBehindTheWatermarkOnly() throws IOException {
        append(Durability.each(), 0, 66 * 20 + 5);
        List<Long> looked = new ArrayList<>();
        ControlFile control = ControlFile.open(directory, true);
        try (var folder = SegmentFolder.writable(directory, control, Machine.of(directory))) {
            SegmentSet watched = new WatchedSegments(folder, looked);
            var report = new Recovery(watched, control.watermark(), Interruption.MACHINE_STOPPED).run();
            assertThat(report.records()).isEqualTo(5);
        }
        assertThat(looked).isNotEmpty().allMatch(number -> number >= 20);
    }

    private record WatchedSegments(SegmentSet of, List<Long> looked) implements SegmentSet {
        @Override
        public long segmentBytes() {
            return of.segmentBytes();
        }

        @Override
        public long first() {
            return of.first();
        }

        @Override
        public long last() {
            return of.last();
        }

        @Override
        public long firstKept() {
            return of.firstKept();
        }

        @Override
        public long lastBegun() {
            return of.lastBegun();
        }

        @Override
        public void endIn(long number) {
            of.endIn(number);
        }

        @Override
        public @Nullable Segment get(long number) {
            looked.add(number);
            return of.get(number);
        }

        @Override
        public @Nullable String damage(long number) {
            return of.damage(number);
        }

        @Override
        public Path keep(Segment segment, long from, long to) {
            return of.keep(segment, from, to);
        }

        @Override
        public Optional<Path> keepWhole(long number) {
            return of.keepWhole(number);
        }

        @Override
        public void force(Segment segment, long from, long to) {
            of.force(segment, from, to);
        }
    }
}
