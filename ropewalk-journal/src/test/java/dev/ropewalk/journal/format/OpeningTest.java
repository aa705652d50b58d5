package dev.ropewalk.journal.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.ChildJvm;
import dev.ropewalk.journal.Commands;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.LockProbe;
import dev.ropewalk.journal.OpenProbe;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.ControlMaker;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.open.Opening;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {
    private static final JournalOptions SMALL = JournalOptions.defaults().segmentBytes(4096);

    @TempDir
    Path folder;

    private Path directory;

    @BeforeEach
    void makeJournal() {
        directory = folder.resolve("a/journal");
        try (Journal journal = Journal.open(directory, SMALL)) {
            journal.appender().append("one".getBytes(UTF_8));
        }
    }

    @Test
    void shouldGoOnWhereItWasWithTheSegmentsThatItHas() {
        try (Journal journal = Journal.open(directory)) {
            assertThat(journal.appender().append("two".getBytes(UTF_8))).isEqualTo(1);
            assertThat(journal.tailer().poll((memory, offset, length, index) -> {}))
                    .isEqualTo(2);
        }
        assertThat(segment(0)).hasSize(4096);
    }

    @Test
    void shouldBeOpenSeveralTimesInOneProcess() {
        try (Journal one = Journal.open(directory)) {
            try (Journal other = Journal.open(directory)) {
                assertThat(one.appender().append("two".getBytes(UTF_8))).isEqualTo(1);
                assertThat(other.appender().append("three".getBytes(UTF_8))).isEqualTo(2);
            }
            assertThat(one.tailer().poll((memory, offset, length, index) -> {})).isEqualTo(3);
        }
    }

    @Test
    void shouldRefuseAClosedJournal() {
        Journal journal = Journal.open(directory);
        Appender appender = journal.appender();
        Tailer tailer = journal.tailer();
        journal.close();
        journal.close();
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(() -> appender.append(new byte[1]));
        assertThatExceptionOfType(JournalClosedException.class)
                .isThrownBy(() -> tailer.poll((memory, offset, length, index) -> {}));
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(journal::appender);
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(journal::tailer);
    }

    @Test
    void shouldRefuseAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.open(file))
                .withMessageContaining(file.toString());
        assertThatExceptionOfType(JournalFormatException.class).isThrownBy(() -> Journal.openReadOnly(file));
    }

    @Test
    void shouldRefuseToReadWhereNoJournalIs() throws IOException {
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.openReadOnly(folder.resolve("nothing")));
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.openReadOnly(Files.createDirectory(folder.resolve("empty"))))
                .withMessageContaining("journal.ctl");
    }

    @Test
    void shouldRefuseToReadAJournalThatIsBeingMade() throws IOException {
        Path young = Files.createDirectory(folder.resolve("young"));
        ControlMaker.create(young, 4096, 0, Format.NEWEST);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.openReadOnly(young))
                .withMessageContaining("no journal yet");
    }

    @Test
    void shouldRefuseAForeignControlFile() throws IOException {
        Path control = directory.resolve("journal.ctl");
        write(control, ControlLayout.MAGIC_AT, 0x1122334455667788L);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.open(directory))
                .withMessageContaining("8877665544332211");
        Files.writeString(control, "text");
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.open(directory))
                .withMessageContaining("4 bytes");
        Files.delete(control);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.open(directory))
                .withMessageContaining("lost");
        assertThat(segment(0)).exists();
    }

    @Test
    void shouldRefuseANewerVersion() throws IOException {
        Path control = directory.resolve("journal.ctl");
        write(control, ControlLayout.VERSION_AT, 4 | (long) ControlLayout.FILE_BYTES << Integer.SIZE);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.open(directory))
                .withMessageContaining("version 4");
        assertThatExceptionOfType(JournalFormatException.class).isThrownBy(() -> Journal.openReadOnly(directory));
    }

    @Test
    void shouldRefuseASegmentOfANewerVersion() throws IOException {
        write(segment(0), SegmentLayout.VERSION_AT, 4 | (long) SegmentLayout.HEADER_BYTES << Integer.SIZE);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(this::read)
                .withMessageContaining("version 4");
    }

    @Test
    void shouldRefuseADamagedHead() throws IOException {
        write(directory.resolve("journal.ctl"), ControlLayout.SEGMENT_BYTES_AT, 8192);
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> Journal.open(directory))
                .withMessageContaining("CRC32C");
        write(directory.resolve("journal.ctl"), ControlLayout.SEGMENT_BYTES_AT, 4096);
        write(segment(0), SegmentLayout.BYTES_AT, 8192);
        assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(this::read);
    }

    @Test
    void shouldRefuseASegmentOfAnotherJournal() throws IOException {
        Path other = folder.resolve("other");
        Journal.open(other, SMALL).close();
        Files.delete(segment(0));
        Files.copy(SegmentFiles.path(other, 0), segment(0));
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(this::read)
                .withMessageContaining("another journal");
    }

    @Test
    void shouldRefuseASegmentThatIsTooShort() throws IOException {
        try (FileChannel channel = FileChannel.open(segment(0), StandardOpenOption.WRITE)) {
            channel.truncate(1000);
        }
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(this::read)
                .satisfies(e -> assertThat(e.offset()).isEqualTo(1000))
                .withMessageContaining("1000 bytes, not 4096");
        assertThat(segment(0)).hasSize(1000);
    }

    @Test
    void shouldTellALostSegmentFromADeletedOne() throws IOException {
        Files.delete(segment(0));
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(this::read)
                .withMessageContaining("missing");
    }

    @Test
    void shouldWaitForWhoHasItAloneAndGoInWhenHeDies() {
        try (LockFile locks = LockFile.open(directory);
                ChildJvm alone = LockProbe.startHolder(directory, LockFile.OPEN)) {
            Await.until("the other process has it alone", () -> !locks.probeFree(LockFile.OPEN));
            var opened = CompletableFuture.supplyAsync(() -> Journal.open(directory));
            Await.until(
                    "the opening waits",
                    () -> Thread.getAllStackTraces().values().stream()
                            .flatMap(Arrays::stream)
                            .anyMatch(frame -> frame.getClassName().equals(Opening.class.getName())));
            assertThat(opened).isNotDone();
            alone.kill();
            opened.join().close();
        }
    }

    @Test
    void shouldLeaveNothingBehindIfItGetsNoSession() throws IOException {
        try (LockFile locks = LockFile.open(directory)) {
            try (Journal inside = Journal.open(directory);
                    ControlFile control = ControlFile.open(directory, true)) {
                assertThat(inside.recovery()).isEmpty();
                long sessions = control.word(ControlLayout.SESSIONS_BEGUN_AT);
                control.changeWord(ControlLayout.SESSIONS_BEGUN_AT, sessions, sessions ^ 1);
                long mappings = mappingsOfControlFile();
                assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(() -> Journal.open(directory));
                assertThat(mappingsOfControlFile()).isEqualTo(mappings);
            }
            assertThat(locks.probeFree(LockFile.OPEN)).isTrue();
        }
    }

    private long mappingsOfControlFile() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.exists(maps)) {
            return 0;
        }
        String control = directory.resolve(ControlLayout.FILE).toRealPath().toString();
        try (Stream<String> lines = Files.lines(maps)) {
            return lines.filter(line -> line.endsWith(control)).count();
        }
    }

    @Test
    void shouldDoAgainWhatSomebodyDiedInWhoHadItAlone() throws IOException {
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.beginRecovery();
            assertThat(control.isMade()).isFalse();
        }
        try (Journal journal = Journal.open(directory)) {
            assertThat(journal.recovery()).isPresent();
        }
        // Died between making the control file and making the first segment.
        Path young = Files.createDirectory(folder.resolve("young"));
        ControlMaker.create(young, 4096, 0, Format.NEWEST);
        try (Journal journal = Journal.open(young)) {
            assertThat(journal.appender().append(new byte[8])).isZero();
        }
    }

    @Test
    void shouldSweepWhatDeadMakersLeft() throws IOException {
        Path rest = Files.writeString(directory.resolve("0000000001.seg.1.7f.tmp"), "");
        Path foreign = Files.writeString(directory.resolve("notes.tmp"), "");
        // As if the process had been killed.
        try (ControlFile control = ControlFile.open(directory, true)) {
            assertThat(control.beginSession()).isPositive();
        }
        Journal.open(directory).close();
        assertThat(rest).doesNotExist();
        assertThat(foreign).exists();
    }

    @Test
    void shouldSayThatItHasNoPermission() throws IOException {
        List<String> withoutRootsRights = Commands.succeeds("id", "-u") && isRoot()
                ? List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
                : List.of();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        Files.delete(directory.resolve("journal.lock"));
        try (ChildJvm child = ChildJvm.start(
                withoutRootsRights,
                folder.resolve("log"),
                List.of(),
                List.of(OpenProbe.class.getName(), directory.toString()))) {
            assertThat(child.exitCode()).as(child.said()).isEqualTo(OpenProbe.REFUSED);
            assertThat(child.said()).contains("JournalIoException").contains("permission");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private boolean isRoot() throws IOException {
        boolean isRoot = Files.getAttribute(directory, "unix:uid").equals(0);
        assumeTrue(!isRoot || Commands.succeeds("setpriv", "--version"), "needs setpriv to lose root's rights");
        return isRoot;
    }

    private void read() {
        try (Journal journal = Journal.openReadOnly(directory)) {
            journal.tailer().poll((memory, offset, length, index) -> {});
        }
    }

    private Path segment(long number) {
        return SegmentFiles.path(directory, number);
    }

    private static void write(Path file, int at, long word) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(
                    ByteBuffer.allocate(Long.BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(word)
                            .flip(),
                    at);
        }
    }

    @Test
    void shouldGiveEverythingBackIfItsEndCannotBeNoted() {
        Journal journal = Journal.open(directory, SMALL);
        try (ControlFile control = ControlFile.open(directory, true);
                LockFile locks = LockFile.open(directory)) {
            long ended = control.word(ControlLayout.SESSIONS_ENDED_AT);
            control.changeWord(ControlLayout.SESSIONS_ENDED_AT, ended, ended ^ 1);
            assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(journal::close);
            assertThat(locks.probeFree(0, LockFile.CURSORS)).isTrue();
        }
    }

    @Test
    void shouldRefuseADamagedWordOfThePoison() throws IOException {
        write(directory.resolve("journal.ctl"), ControlLayout.POISON_AT, 1);
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> Journal.open(directory))
                .satisfies(e -> assertThat(e.offset()).isEqualTo(ControlLayout.POISON_AT));
        Journal.repair(directory);
        Journal.open(directory).close();
    }
}
