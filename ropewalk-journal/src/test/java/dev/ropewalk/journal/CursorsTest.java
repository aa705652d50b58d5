package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.read.Cursors;
import dev.ropewalk.journal.read.NamedCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorsTest {
    private static final long IDENTITY = 4711;
    private static final int CALLS_UNTIL_COMPILED = 50_000;

    @TempDir
    Path directory;

    private LockFile locks;
    private Cursors cursors;

    @BeforeEach
    void open() {
        locks = LockFile.open(directory);
        cursors = new Cursors(directory, IDENTITY, locks);
    }

    @AfterEach
    void close() {
        cursors.close();
        locks.close();
    }

    @Test
    void shouldKeepWhatWasCommitted() {
        try (NamedCursor cursor = cursors.open("audit")) {
            assertThat(cursor.index()).isEmpty();
            cursor.commit(17);
            cursor.commit(18);
        }
        try (NamedCursor cursor = cursors.open("audit")) {
            assertThat(cursor.index()).hasValue(18);
        }
    }

    @Test
    void shouldBeHeldByOneAtATime() {
        try (LockFile sameFile = LockFile.open(directory);
                Cursors others = new Cursors(directory, IDENTITY, sameFile);
                NamedCursor held = cursors.open("audit")) {
            assertThat(held.index()).isEmpty();
            assertThatExceptionOfType(CursorHeldException.class)
                    .isThrownBy(() -> others.open("audit"))
                    .withMessage("cursor audit of the journal in " + directory
                            + " is held by another tailer, in this process or another");
            assertThatExceptionOfType(CursorHeldException.class).isThrownBy(() -> others.delete("audit"));
            others.open("other").close();
        }
        cursors.open("audit").close();
    }

    @Test
    void shouldBeDeletedByName() {
        cursors.open("b").close();
        cursors.open("a").close();
        assertThat(Cursors.names(directory)).containsExactly("a", "b");
        cursors.delete("a");
        assertThat(Cursors.names(directory)).containsExactly("b");
    }

    @Test
    void shouldNameTheJournalOnceItIsClosed() {
        cursors.close();
        for (ThrowingCallable use : List.<ThrowingCallable>of(() -> cursors.open("a"), () -> cursors.delete("a"))) {
            assertThatExceptionOfType(JournalClosedException.class)
                    .isThrownBy(use)
                    .withMessage("the journal in " + directory + " is closed");
        }
    }

    @Test
    void shouldRefuseToCommitWhenClosed() {
        NamedCursor cursor = cursors.open("audit");
        cursors.close();
        assertThatExceptionOfType(JournalClosedException.class)
                .isThrownBy(() -> cursor.commit(1))
                .withMessage("cursor audit is closed");
    }

    @Test
    void shouldTellTheLowestIndexThatIsStillWanted() {
        assertThat(Cursors.lowestIndex(directory, IDENTITY, true)).isEmpty();
        try (NamedCursor ahead = cursors.open("ahead");
                NamedCursor behind = cursors.open("behind")) {
            ahead.commit(40);
            behind.commit(30);
            assertThat(Cursors.lowestIndex(directory, IDENTITY, true)).hasValue(30);
        }
    }

    @Test
    void shouldSetCursorsBackThatAreBehindACut() {
        try (NamedCursor ahead = cursors.open("ahead");
                NamedCursor behind = cursors.open("behind")) {
            ahead.commit(40);
            behind.commit(30);
        }
        Cursors.cut(directory, IDENTITY, 35);
        try (NamedCursor ahead = cursors.open("ahead");
                NamedCursor behind = cursors.open("behind")) {
            assertThat(ahead.index()).hasValue(35);
            assertThat(behind.index()).hasValue(30);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../up", "a/b", "a b", "-a", "ä"})
    void shouldRefuseNamesThatAreNoGoodFileNames(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cursors.open(name))
                .withMessageContaining("\"" + name + "\"");
    }

    @Test
    void shouldCutALongNameInItsRefusal() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cursors.open("n".repeat(100_000)))
                .withMessageEndingWith("\"" + "n".repeat(100) + "... (100000 characters)\"");
    }

    @Test
    void shouldNoticeADamagedIndex() throws IOException {
        try (NamedCursor cursor = cursors.open("audit")) {
            cursor.commit(17);
        }
        flip(64, 1L << 3);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> cursors.open("audit").index())
                .withMessageContaining("audit.cursor is damaged");
    }

    @Test
    void shouldNotTakeTheFileOfAnotherCursorForItsOwn() throws IOException {
        try (NamedCursor ahead = cursors.open("ahead")) {
            ahead.commit(40);
        }
        Path ahead = directory.resolve("cursors/ahead.cursor");
        Files.move(ahead, ahead.resolveSibling("behind.cursor"));
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> cursors.open("behind"))
                .withMessageContaining("behind.cursor is damaged at offset 16");
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Cursors.lowestIndex(directory, IDENTITY, true));
    }

    @Test
    void shouldRefuseForeignAndNewerFiles() throws IOException {
        cursors.open("audit").close();
        flip(8, 1L << 1);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> cursors.open("audit"))
                .withMessageEndingWith("has format version 3, this library knows 1");
        flip(0, 1);
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> cursors.open("audit"))
                .withMessageEndingWith("audit.cursor isn't the file of a cursor");
    }

    @Test
    void shouldTellThatItsFileWasCut() throws IOException {
        try (NamedCursor cursor = cursors.open("audit")) {
            Files.write(directory.resolve("cursors/audit.cursor"), new byte[0]);
            assertThatExceptionOfType(JournalIoException.class)
                    .isThrownBy(() -> cursor.commit(1))
                    .withMessageContaining("audit.cursor was made shorter");
        }
    }

    @Test
    void shouldTellThatItsFileWasCutWhereTheCodeIsCompiled() throws IOException {
        try (NamedCursor cursor = cursors.open("audit")) {
            for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
                cursor.commit(i);
                boolean _ = cursor.index().isPresent();
            }
            Files.write(directory.resolve("cursors/audit.cursor"), new byte[0]);
            for (ThrowingCallable use : List.<ThrowingCallable>of(() -> cursor.commit(1), cursor::index)) {
                assertThatExceptionOfType(JournalIoException.class)
                        .isThrownBy(use)
                        .withMessageContaining("audit.cursor was made shorter");
            }
        }
    }

    @Test
    void shouldFinishWhatAKilledProcessHasBegun() throws IOException {
        Files.createDirectories(directory.resolve("cursors"));
        Files.write(directory.resolve("cursors/audit.cursor"), new byte[100]);
        try (NamedCursor cursor = cursors.open("audit")) {
            assertThat(cursor.index()).isEmpty();
            cursor.commit(1);
            assertThat(cursor.index()).hasValue(1);
        }
    }

    @Test
    void shouldNotCountACursorThatWasNeverMade() throws IOException {
        cursors.open("real").close();
        Files.createFile(directory.resolve("cursors/audit.cursor"));
        assertThat(Cursors.names(directory)).containsExactly("real");
        try (NamedCursor real = cursors.open("real")) {
            real.commit(5);
            assertThat(Cursors.lowestIndex(directory, IDENTITY, true)).hasValue(5);
        }
    }

    @Test
    void shouldDeleteADamagedCursorButNoneThatIsHeld() throws IOException {
        cursors.open("audit").close();
        flip(0, 1);
        cursors.delete("audit");
        assertThat(directory.resolve("cursors/audit.cursor")).doesNotExist();
        try (NamedCursor held = cursors.open("audit")) {
            assertThatExceptionOfType(CursorHeldException.class).isThrownBy(() -> cursors.delete("audit"));
            assertThat(held.index()).isEmpty();
        }
    }

    @Test
    void shouldFollowNoLink() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "text");
        Files.createDirectories(directory.resolve("cursors"));
        Files.createSymbolicLink(directory.resolve("cursors/audit.cursor"), target);
        assertThatExceptionOfType(JournalIoException.class).isThrownBy(() -> cursors.open("audit"));
        assertThat(target).hasContent("text");
    }

    private void flip(int at, long bits) throws IOException {
        Path file = directory.resolve("cursors/audit.cursor");
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        words.putLong(at, words.getLong(at) ^ bits);
        Files.write(file, bytes);
    }
}
