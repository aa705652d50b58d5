package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalFullException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives a fresh file its place on the disk before anything is mapped: a full disk shows here, as an exception, and not at a
 * store into the mapping, as a signal. By {@code posix_fallocate}, or by writing zeros.
 *
 * <p>That holds where the file system writes a block again in its place. A file system that copies on write needs a new block for
 * each page that is stored to after it was last written to the disk, and finds out at that store. No store made ahead helps: the
 * system may write the page, and protect it again, between that store and the one that counts.
 */
public final class Allocation {
    private static final int CHUNK_BYTES = 1 << 16;

    private Allocation() {}

    /** Makes a file of zeros that has all its blocks. For {@link FileThreads}. */
    static void create(Path file, long bytes) throws IOException {
        try {
            FilePermissions.createFileLike(file.resolveSibling(LockFile.NAME), file);
        } catch (FileSystemException e) {
            throw failure(file, bytes, e);
        }
        Optional<NativeCalls> calls = Machine.callsFor(file);
        int error = calls.isPresent() ? calls.get().allocate(file, bytes) : -1;
        if (error == NativeCalls.ENOSPC || error == NativeCalls.EDQUOT) {
            throw full(file, bytes, null);
        }
        if (error != 0) {
            fill(file, bytes);
        }
    }

    /** Writes zeros, as what the C library can't allocate may still be written. */
    static void fill(Path file, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long at = 0; at < bytes; ) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, bytes - at));
                at += channel.write(zeros, at);
            }
        } catch (IOException e) {
            throw failure(file, bytes, e);
        }
    }

    /**
     * Returns what failed work on a file means that needs room on the disk. Java tells a full disk from another fault only in the
     * system's language, so how much room is left is looked at, too.
     */
    public static JournalIoException failure(Path file, long bytes, IOException e) {
        try {
            long missing = bytes - Files.size(file);
            if (Files.getFileStore(file).getUsableSpace() < Math.max(missing, SegmentLayout.PAGE_BYTES)) {
                return full(file, bytes, e);
            }
        } catch (IOException second) {
            e.addSuppressed(second);
        }
        return FileThreads.failure(file, e);
    }

    private static JournalFullException full(Path file, long bytes, @Nullable Exception cause) {
        return new JournalFullException("there is no room for " + bytes + " bytes in " + file, cause);
    }
}
