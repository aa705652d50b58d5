package dev.ropewalk.journal.store;

import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.scheduler.park.Parking;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The mappings of a journal's segments, each counted under a lock, once a segment: nothing of it is on the path of a record. Files
 * are opened and mapped outside the lock, so that a slow file system holds up only who needs that very segment: of two threads that
 * map the same one, the second unmaps its own again and takes the first's. A
 * mapping without users stays for a while, then the maintenance thread takes it out of the map under the lock, so that no thread
 * can acquire it, and closes its arena outside: that stops all threads of the JVM briefly. So no access meets an unmapping, but
 * for {@link #close}: it closes those in use, too, and their users get an {@link IllegalStateException} at the next access, which
 * they turn into a {@link JournalClosedException}.
 */
final class MappedSegments implements AutoCloseable {
    private final SegmentFiles files;
    private final ControlFile control;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<Long, Mapped> mapped = new HashMap<>();
    private volatile boolean closed;

    MappedSegments(SegmentFiles files, ControlFile control) {
        this.files = files;
        this.control = control;
    }

    /** Returns a segment whether it has begun or not; null if there is no such file. */
    @Nullable
    Segment acquire(long number) {
        Mapped known = use(number, null);
        if (known == null) {
            Optional<SegmentFiles.Mapping> mapping = files.map(number);
            known = mapping.isEmpty() ? null : useOwn(number, new Mapped(mapping.get()));
        }
        return known == null ? null : known.mapping.segment();
    }

    private @Nullable Mapped useOwn(long number, Mapped own) {
        Mapped used = null;
        try {
            used = use(number, own);
        } finally {
            if (used != own) {
                // Another thread was faster, or the journal was closed.
                own.unmap();
            }
        }
        return used;
    }

    /**
     * Counts a user of a segment's mapping.
     *
     * @param own what becomes its mapping if there is none
     */
    private @Nullable Mapped use(long number, @Nullable Mapped own) {
        lock.lock();
        try {
            checkOpen();
            Mapped known = mapped.get(number);
            if (known == null && own != null) {
                add(number, own);
                known = own;
            } else if (known != null && known.users == 0 && control.firstSegment() > number) {
                // Deleted, and soon unmapped. Where it is in use, a waiting thread may still need another look at it.
                return null;
            }
            if (known != null) {
                known.users++;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a mapping, or throws and adds none: the map may run out of memory when it holds it already. */
    private void add(Long number, Mapped own) {
        boolean added = false;
        try {
            mapped.put(number, own);
            added = true;
        } finally {
            if (!added) {
                mapped.remove(number);
            }
        }
    }

    /** Throws if all were unmapped; for those whose memory doesn't tell. */
    void checkOpen() {
        if (closed) {
            throw new JournalClosedException("the journal is closed");
        }
    }

    /** Gives a segment back; returns whether it is without users since then. */
    boolean release(Segment segment) {
        lock.lock();
        try {
            Mapped known = mapped.get(segment.number);
            if (known == null) {
                // Closed before.
                return false;
            }
            known.users--;
            known.idleSince = Parking.now();
            return known.users == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Unmaps what has had no user for this long; returns after how many nanoseconds there may be more to do. */
    long unmap(long idleNanos) {
        List<Mapped> idle = new ArrayList<>();
        long due = Long.MAX_VALUE;
        long now = Parking.now();
        lock.lock();
        try {
            for (Mapped each : mapped.values()) {
                if (each.users == 0) {
                    long left = idleNanos - (now - each.idleSince);
                    if (left <= 0) {
                        idle.add(each);
                    } else {
                        due = Math.min(due, left);
                    }
                }
            }
            mapped.values().removeAll(idle);
        } finally {
            lock.unlock();
        }
        idle.forEach(Mapped::unmap);
        return due;
    }

    /** Unmaps all, those in use as well. */
    @Override
    public void close() {
        List<Mapped> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(mapped.values());
            mapped.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Mapped::unmap);
    }

    private static final class Mapped {
        final SegmentFiles.Mapping mapping;
        int users;
        long idleSince;

        Mapped(SegmentFiles.Mapping mapping) {
            this.mapping = mapping;
        }

        void unmap() {
            SegmentFiles.unmap(mapping.arena());
        }
    }
}
