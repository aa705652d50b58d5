package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.journal.files.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePermissionsTest {
    private static final JournalOptions SMALL = JournalOptions.defaults().segmentBytes(4096);

    @TempDir
    Path folder;

    private Path directory;

    @BeforeEach
    void nameDirectory() {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
        directory = folder.resolve("above/journal");
    }

    @Test
    void shouldLetOnlyTheOwnerInByDefault() throws IOException {
        Journal.open(directory, SMALL).close();
        all("rw-------", "rwx------");
    }

    @Test
    void shouldMakeEachFileWithThoseOfTheOptionsWhateverTheUmaskIs() throws IOException {
        write("077", "rw-rw----");
        all("rw-rw----", "rwxrwx---");
    }

    @Test
    void shouldGiveNobodyMoreUnderAWideUmask() throws IOException {
        write("000", "rw-r-----");
        all("rw-r-----", "rwxr-x---");
    }

    @Test
    void shouldMakeLaterFilesLikeTheLockFileWhateverTheirOptionsAre() throws IOException {
        Journal.open(directory, SMALL.permissions(PosixFilePermissions.fromString("rw-rw-r--")))
                .close();
        write("022", "rw-------");
        Files.write(directory.resolve("journal.ctl"), new byte[3]);
        Journal.repair(directory);
        assertThat(directory.resolve("cut")).isNotEmptyDirectory();
        all("rw-rw-r--", "rwxrwxr-x");
    }

    @Test
    void shouldMakeALockFileThatWasLostLikeTheControlFileInARepair() throws IOException {
        write("022", "rw-rw----");
        Files.delete(directory.resolve(LockFile.NAME));
        Journal.repair(directory);
        all("rw-rw----", "rwxrwx---");
    }

    @Test
    void shouldRefusePermissionsThatTheOwnerCannotWorkWith() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SMALL.permissions(Set.of(PosixFilePermission.OWNER_READ)))
                .withMessageContaining("OWNER_READ");
    }

    private void write(String umask, String permissions) {
        List<String> before = List.of("sh", "-c", "umask " + umask + "; exec \"$0\" \"$@\"");
        List<String> main = List.of(PermissionsProbe.class.getName(), directory.toString(), permissions);
        try (ChildJvm child = ChildJvm.start(before, folder.resolve("log"), List.of(), main)) {
            assertThat(child.exitCode()).as(child.said()).isZero();
        }
    }

    private void all(String ofFiles, String ofDirectories) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo(Files.isDirectory(file) ? ofDirectories : ofFiles));
        }
    }
}
