package dev.ropewalk.cpu.reserve;

import dev.ropewalk.cpu.topology.SharedFile;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A file that has no content, only locks on its bytes.
 *
 * <p>A POSIX file lock belongs to a process, and all those on a file go when the process closes <i>any</i> descriptor of
 * it. So a lock, once taken, is safe for these reasons:
 *
 * <ul>
 *   <li>The channel is never closed: there is no call of {@code close}, and all channels stay reachable for ever, even those
 *       of a file that was replaced, since it may come back under its name.
 *   <li>An interrupt can't close it either. It would close a {@link java.nio.channels.FileChannel} in which the thread
 *       reads, writes or waits, and so drop what other threads have locked; but an {@link AsynchronousFileChannel} isn't
 *       an {@link java.nio.channels.InterruptibleChannel}, and its {@code tryLock} neither blocks nor looks at the
 *       interrupt.
 *   <li>The file has nothing to read, so no code in this process has a reason to open it; the notes are in another one.
 *   <li>Child processes inherit neither the descriptor nor the locks.
 * </ul>
 *
 * <p>A lock also counts only while the path names the file that it is on: a user may have deleted the file, and others
 * made a new one. So {@link #isCurrent} is asked after locking. A process that opens the file later sees the lock.
 */
final class LockFile {
    private static final Queue<AsynchronousFileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path path;
    private final AsynchronousFileChannel channel;
    private final @Nullable Object key;

    private LockFile(Path path, AsynchronousFileChannel channel, @Nullable Object key) {
        this.path = path;
        this.channel = channel;
        this.key = key;
    }

    /** Opens the file; creates it if it's missing. */
    static LockFile open(Path path) throws IOException {
        while (true) {
            SharedFile.create(path);
            try {
                Object key = key(path);
                // A link that another user put into a directory open to all must not lead elsewhere.
                var options = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                var channel = AsynchronousFileChannel.open(path, options, null);
                NEVER_CLOSED.add(channel);
                var file = new LockFile(path, channel, key);
                if (file.isCurrent()) {
                    return file;
                }
            } catch (NoSuchFileException e) {
                // It was deleted since it was created: once more.
            }
        }
    }

    /** Returns whether the path still names this file. */
    boolean isCurrent() throws IOException {
        try {
            return Objects.equals(key, key(path));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Returns what tells the file from another that had its name; null where the system has no such thing. */
    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /**
     * Locks bytes, which need not exist.
     *
     * @param shared whether others may lock them too, if they share
     * @return the lock, or null if another process or this one has one that excludes it
     */
    @Nullable
    FileLock tryLock(long first, long count, boolean shared) throws IOException {
        try {
            return channel.tryLock(first, count, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }
}
