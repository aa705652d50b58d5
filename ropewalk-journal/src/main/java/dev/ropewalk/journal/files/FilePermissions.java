package dev.ropewalk.journal.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * The permissions of a journal's files, whatever the umask of the process is. The lock file has those of the options of the process
 * that made it. All others are made with those of the lock file, so that processes with other options don't differ.
 * Systems without POSIX permissions have none. For {@link FileThreads}.
 */
public final class FilePermissions {
    /** Reading and writing for the owner only. */
    public static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private FilePermissions() {}

    /** Makes an empty file with the permissions of another one, if that is there. */
    static void createFileLike(Path other, Path file) throws IOException {
        Set<PosixFilePermission> permissions = of(other);
        if (permissions.isEmpty()) {
            Files.createFile(file);
        } else {
            createFile(file, permissions);
        }
    }

    /** Makes an empty file; never a link's target. */
    static void createFile(Path file, Set<PosixFilePermission> permissions) throws IOException {
        if (!areSupported(file)) {
            Files.createFile(file);
            return;
        }
        // Never with more than these. What the umask has taken away is added.
        Files.createFile(file, PosixFilePermissions.asFileAttribute(permissions));
        set(file, permissions);
    }

    /** Makes a directory, unless there is one, for files with the permissions of another file. */
    public static void createDirectoryLike(Path other, Path directory) throws IOException {
        createDirectory(directory, of(other));
    }

    /** Makes a directory, unless there is one, for files with these permissions. */
    public static void createDirectory(Path directory, Set<PosixFilePermission> ofFiles) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            if (ofFiles.isEmpty() || !areSupported(directory)) {
                Files.createDirectory(directory);
            } else {
                Set<PosixFilePermission> permissions = ofDirectory(ofFiles);
                Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(permissions));
                set(directory, permissions);
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    /** Returns those of a file; none if it is missing, or the system has no such thing. */
    static Set<PosixFilePermission> of(Path file) throws IOException {
        if (!areSupported(file)) {
            return Set.of();
        }
        try {
            return Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return Set.of();
        }
    }

    private static boolean areSupported(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static void set(Path file, Set<PosixFilePermission> permissions) throws IOException {
        if (!of(file).equals(permissions)) {
            Objects.requireNonNull(
                            Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS))
                    .setPermissions(permissions);
        }
    }

    /** A user that may read the files may search the directory. */
    private static Set<PosixFilePermission> ofDirectory(Set<PosixFilePermission> ofFiles) {
        EnumSet<PosixFilePermission> permissions = EnumSet.copyOf(ofFiles);
        if (ofFiles.contains(PosixFilePermission.OWNER_READ)) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
        }
        if (ofFiles.contains(PosixFilePermission.GROUP_READ)) {
            permissions.add(PosixFilePermission.GROUP_EXECUTE);
        }
        if (ofFiles.contains(PosixFilePermission.OTHERS_READ)) {
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        return permissions;
    }
}
