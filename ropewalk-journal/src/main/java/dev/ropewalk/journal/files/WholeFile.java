package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalIoException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Replaces small files as a whole, so that no reader finds half of one. The caller holds the directory's exclusive lock, or a
 * lock of the file's own, on a {@linkplain FileThreads file thread}.
 *
 * <p>The content first goes to a file under a temporary name. In a directory that several users may write, another user may have
 * put a link there that leads elsewhere. So whatever has that name is removed, and the file is made anew: the system refuses to
 * do that through a link.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Writes the content, brings it to the disk, and gives it the file's name in place of what had it. */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, content, file.resolveSibling(LockFile.NAME));
    }

    /** Does so with the permissions of another file. */
    public static void replace(Path file, byte[] content, Path like) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + SegmentFiles.TEMPORARY);
        Files.deleteIfExists(temporary);
        ByteBuffer bytes = ByteBuffer.wrap(content);
        try {
            FilePermissions.createFileLike(like, temporary);
        } catch (FileSystemException e) {
            throw Allocation.failure(temporary, content.length, e);
        }
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            JournalIoException failure = Allocation.failure(temporary, content.length, e);
            Files.deleteIfExists(temporary);
            throw failure;
        }
        try {
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            throw Allocation.failure(temporary, content.length, e);
        }
    }
}
