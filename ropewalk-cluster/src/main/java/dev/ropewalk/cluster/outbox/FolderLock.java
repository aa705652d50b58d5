package dev.ropewalk.cluster.outbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lock of a folder, which one opening has at a time, of all processes. The end of a process releases it. Any thread may use it.
 *
 * <p>Within a process the kernel keeps nobody out, and the first channel of the lock's file that is closed releases the lock: so nobody opens that file while another one of the process has the lock.
 */
final class FolderLock {
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;
    private final AtomicBoolean isReleased = new AtomicBoolean();

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Takes the lock of a folder, which is made if it isn't there; empty if somebody else has it. */
    static Optional<FolderLock> take(Path folder) throws IOException {
        Path ignored = Files.createDirectories(folder);
        Path real = folder.toRealPath();
        if (!HELD_HERE.add(real)) {
            return Optional.empty();
        }
        Optional<FolderLock> taken = Optional.empty();
        try {
            taken = lock(real);
            return taken;
        } finally {
            if (taken.isEmpty()) {
                HELD_HERE.remove(real);
            }
        }
    }

    private static Optional<FolderLock> lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
            return lock == null ? Optional.empty() : Optional.of(new FolderLock(folder, channel));
        } catch (OverlappingFileLockException loadedTwice) { // by another class of this name in this process
            return Optional.empty();
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    /** Releases it; nothing happens if it was. */
    void release() {
        if (!isReleased.compareAndSet(false, true)) {
            return;
        }
        try {
            channel.close();
        } catch (IOException released) {
            // the kernel closes a file whatever it reports
        } finally {
            HELD_HERE.remove(folder);
        }
    }
}
