package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a journal: byte ranges of one file, locked by the kernel, which frees them when a process ends in whatever
 * way, after the last of its threads has stopped. Process numbers play no part, so containers and reused numbers do no harm.
 *
 * <p>A process holds POSIX locks as a whole, and closing any channel of a file drops all that it holds on the file. So:
 *
 * <ul>
 *   <li>The file is opened once in a JVM. All journals of a directory share the channel, counted; it is closed by the last,
 *       when no lock is left. It is found by the file's identity, not its name: a directory that was deleted and made again
 *       has other locks.
 *   <li>The kernel can't keep two journals of one JVM apart, so holders within the JVM are counted here. A kernel lock is
 *       taken by the first holder of a byte and given back by the last.
 *   <li>All work on the channel happens in {@link FileThreads}, since an interrupt would close it.
 * </ul>
 *
 * <p>A lock counts only while the path names the file that it is on: the file may have been deleted, and another process may have
 * made a new one. So {@link #isCurrent} is asked after locking. {@link LockRecord} makes sure that no process is left in the
 * deleted file.
 *
 * <p>A program must not open a journal's lock file by itself while the journal is open in the same process.
 */
public final class LockFile implements AutoCloseable {
    /** Held shared by each opening that may write, exclusive by an opening that creates, recovers or repairs. */
    public static final long OPEN = 0;
    /** Held by an opening that deletes segments. */
    public static final long RETENTION = 2;
    /** Held by an opening that makes a segment alone. */
    static final long MAKING = 3;
    /** Held shared by each appender and, for a moment, by a roll; exclusive by an exclusive appender. */
    public static final long TAIL = 4;
    /** With a session's epoch added: held while it lives. */
    public static final long SESSIONS = 1024;
    /** From here on: cursors. */
    public static final long CURSORS = 1L << 32;

    public static final String NAME = "journal.lock";
    private static final long RETRY_NANOS = 1_000_000;
    private static final InUse REAL = new InUse();
    // Channels of files that were replaced while they were opened: to close one might drop locks that this process has
    // there.
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Object identity;
    private final Path file;
    private final int place;
    private final FileChannel channel;
    private final Map<Long, Holders> held = new HashMap<>();
    private int users;

    private LockFile(Object identity, Path file, int place, FileChannel channel) {
        this.identity = identity;
        this.file = file;
        this.place = place;
        this.channel = channel;
    }

    public Path file() {
        return file;
    }

    /** Opens the lock file of a directory; a missing one is made with the permissions of the control file. */
    public static LockFile open(Path directory) {
        return FileThreads.call(directory, () -> {
            Set<PosixFilePermission> permissions = FilePermissions.of(directory.resolve(ControlLayout.FILE));
            return open(directory, permissions.isEmpty() ? FilePermissions.OWNERS : permissions);
        });
    }

    /** Opens the lock file of a directory; returns null if there is none. For {@link FileThreads}. */
    public static @Nullable LockFile openIfThere(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        InUse inUse = InUse.at(file);
        synchronized (inUse) {
            while (true) {
                try {
                    LockFile known = share(file, inUse);
                    if (known != null) {
                        return known;
                    }
                } catch (NoSuchFileException e) {
                    return null;
                }
            }
        }
    }

    /**
     * Opens the lock file of a directory, or shares this JVM's open one. To be closed by each caller, once.
     *
     * @param permissions what it gets if it is missing
     */
    public static LockFile open(Path directory, Set<PosixFilePermission> permissions) {
        Path file = directory.resolve(NAME);
        return FileThreads.call(file, () -> openOrShare(file, permissions));
    }

    private static LockFile openOrShare(Path file, Set<PosixFilePermission> permissions) throws IOException {
        InUse inUse = InUse.at(file);
        synchronized (inUse) {
            while (true) {
                create(file, permissions);
                try {
                    LockFile known = share(file, inUse);
                    if (known != null) {
                        return known;
                    }
                } catch (NoSuchFileException e) {
                    // It was deleted since it was found: once more.
                }
            }
        }
    }

    /** Returns null if the file was replaced at the same moment. The caller holds the monitor of those in use. */
    private static @Nullable LockFile share(Path file, InUse inUse) throws IOException {
        Object identity = identity(file);
        LockFile known = inUse.files.get(identity);
        if (known == null) {
            known = open(file, identity);
            if (!known.isCurrent()) {
                NEVER_CLOSED.add(known.channel);
                return null;
            }
            inUse.files.put(identity, known);
        }
        known.users++;
        return known;
    }

    private static void create(Path file, Set<PosixFilePermission> permissions) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                // It is closed again at once, and no process can hold a lock on a file that wasn't there.
                FilePermissions.createFile(file, permissions);
            } catch (FileAlreadyExistsException e) {
                // Another process was faster.
            }
        }
    }

    private static LockFile open(Path file, Object identity) throws IOException {
        int place = FilePlace.of(file);
        // A link that another user put into a directory open to all must not lead elsewhere.
        var options = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return new LockFile(identity, file, place, FileChannel.open(file, options));
    }

    private static Object identity(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
        return key == null ? file.toRealPath(LinkOption.NOFOLLOW_LINKS) : key;
    }

    /** Returns a number that identifies this file: a file that is made while this one is open has another number. */
    int place() {
        return place;
    }

    /** Returns whether the path still names this file. */
    public boolean isCurrent() {
        return FileThreads.call(file, () -> {
            try {
                return identity.equals(identity(file));
            } catch (NoSuchFileException e) {
                return false;
            }
        });
    }

    /** Takes a byte if it is free or, shared, held by sharers only; empty if not. */
    public Optional<Hold> tryHold(long position, boolean shared) {
        return FileThreads.call(file, () -> Optional.ofNullable(tryHoldNow(position, shared)));
    }

    /** Takes a byte, and waits so long for it; empty if that wasn't enough. An interrupt doesn't end the wait. */
    public Optional<Hold> hold(long position, boolean shared, Duration patience) {
        return FileThreads.call(file, () -> {
            long deadline = Parking.now() + patience.toNanos();
            Hold hold = tryHoldNow(position, shared);
            while (hold == null && deadline - Parking.now() > 0) {
                Parking.park(this, RETRY_NANOS);
                hold = tryHoldNow(position, shared);
            }
            return Optional.ofNullable(hold);
        });
    }

    /**
     * Returns whether no process holds a byte that is only ever held exclusive. Probes do not disturb each other; a process that
     * takes the byte at the same moment may find it taken and has to try again.
     */
    public boolean probeFree(long position) {
        return probeFree(position, 1);
    }

    /** Returns whether no process holds one of so many bytes that are only ever held exclusive. */
    public boolean probeFree(long position, long count) {
        return FileThreads.call(file, () -> {
            synchronized (this) {
                if (held.keySet().stream().anyMatch(taken -> taken >= position && taken - position < count)) {
                    return false;
                }
                FileLock lock = lockInKernel(position, count, true);
                if (lock == null) {
                    return false;
                }
                lock.release();
                return true;
            }
        });
    }

    /**
     * Returns whether a process holds a byte exclusive. It may be shared here for a moment, for which those that want it exclusive
     * have patience.
     */
    public boolean probeExclusive(long position) {
        return FileThreads.call(file, () -> {
            synchronized (this) {
                Holders holders = held.get(position);
                if (holders != null) {
                    return !holders.lock.isShared();
                }
                try {
                    FileLock lock = channel.tryLock(position, 1, true);
                    if (lock == null) {
                        return true;
                    }
                    lock.release();
                    return false;
                } catch (OverlappingFileLockException e) {
                    // Held in this JVM by another copy of this class, which knows how.
                    return false;
                }
            }
        });
    }

    private synchronized @Nullable Hold tryHoldNow(long position, boolean shared) throws IOException {
        Holders holders = held.get(position);
        if (holders == null) {
            FileLock lock = lockInKernel(position, 1, shared);
            if (lock == null) {
                return null;
            }
            holders = new Holders(lock);
            held.put(position, holders);
        } else if (!shared || !holders.lock.isShared()) {
            return null;
        }
        holders.count++;
        return new Hold(position);
    }

    private @Nullable FileLock lockInKernel(long position, long count, boolean shared) throws IOException {
        try {
            return channel.tryLock(position, count, shared);
        } catch (OverlappingFileLockException e) {
            // Held in this JVM by another copy of this class.
            return null;
        }
    }

    /** Returns how many holders of a byte there are in this JVM. */
    synchronized int holdersHere(long position) {
        Holders holders = held.get(position);
        return holders == null ? 0 : holders.count;
    }

    @Override
    public void close() {
        InUse inUse = InUse.at(file);
        FileThreads.call(file, () -> {
            synchronized (inUse) {
                users--;
                if (users == 0) {
                    inUse.files.remove(identity);
                    channel.close();
                }
                return this;
            }
        });
    }

    /** The lock files that this process has open, by their identities. Guarded by its monitor. */
    private static final class InUse {
        final Map<Object, LockFile> files = new HashMap<>();

        static InUse at(Path file) {
            SimulatedFiles simulated = SimulatedFiles.of(file);
            return simulated == null ? REAL : simulated.single(InUse.class, InUse::new);
        }
    }

    private static final class Holders {
        final FileLock lock;
        int count;

        Holders(FileLock lock) {
            this.lock = lock;
        }
    }

    /** A byte that is held until this is closed, which happens before its file is. */
    public final class Hold implements AutoCloseable {
        private final long position;
        private boolean released;

        private Hold(long position) {
            this.position = position;
        }

        @Override
        public void close() {
            FileThreads.call(file, () -> {
                synchronized (LockFile.this) {
                    if (!released) {
                        released = true;
                        release();
                    }
                    return this;
                }
            });
        }

        private void release() throws IOException {
            Holders holders = Objects.requireNonNull(held.get(position));
            holders.count--;
            if (holders.count == 0) {
                held.remove(position);
                holders.lock.release();
            }
        }
    }
}
