package dev.ropewalk.journal;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a journal as one opening sees them: found, mapped, counted, and begun one after the other.
 *
 * <p><b>Which there are.</b> Segments {@code first} to {@code last}, two words of the control file, and mostly a spare one
 * after, made ahead. A segment begins when its FIRST_INDEX is set, by compare-and-set from 0. Whoever finds the end of the
 * one before does it, each with the same value: claims are in one order, and their counts up to the end don't change. Then
 * he raises {@code last}, and only then appends; so records are never behind {@code last}, whoever dies when, and a tailer
 * at an end need look at that word only. FIRST_INDEX is set before {@code last} is raised, so all up to {@code last} have
 * begun. Retention raises {@code first}, never beyond {@code last}; see {@link SegmentFiles} for why no number comes back.
 *
 * <p><b>Mappings.</b> Each is counted, under a lock, once a segment: nothing of it is on the path of a record. One without
 * users stays for a while, then the keeper takes it out of the map under the lock, so that nobody can acquire it, and closes
 * its arena outside: that stops all threads of the JVM briefly. {@link #close} closes those in use, too; their users get
 * an {@link IllegalStateException} at the next access, which they turn into a {@link JournalClosedException}.
 */
final class SegmentStore implements AutoCloseable {
    private final SegmentFiles files;
    private final ControlFile control;
    private final InstantSource clock;
    private final LongConsumer maker;
    private final Runnable changed;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<Long, Mapped> mapped = new HashMap<>();
    private boolean closed;

    /**
     * Takes the files of a journal that has at least one segment.
     *
     * @param maker makes the file of a segment unless there is one
     * @param changed called after something has happened that the keeper may have to deal with
     */
    SegmentStore(SegmentFiles files, ControlFile control, InstantSource clock, LongConsumer maker, Runnable changed) {
        this.files = files;
        this.control = control;
        this.clock = clock;
        this.maker = maker;
        this.changed = changed;
    }

    long segmentBytes() {
        return files.segmentBytes();
    }

    /** Returns the number of the first segment that isn't deleted. */
    long firstNumber() {
        return control.firstSegment();
    }

    /** Returns the number of the last segment that has begun. */
    long lastNumber() {
        return control.lastSegment();
    }

    /** Returns the first segment that isn't deleted. */
    Segment acquireFirst() {
        while (true) {
            long number = control.firstSegment();
            Segment segment = acquireIfThere(number);
            if (segment != null) {
                return segment;
            }
            if (control.firstSegment() == number) {
                throw missing(number);
            }
        }
    }

    /** Returns the last segment that has begun, or one shortly before: walk to its end and on. */
    Segment acquireLast() {
        while (true) {
            long number = control.lastSegment();
            Segment segment = acquireIfThere(number);
            if (segment != null) {
                return segment;
            }
            if (control.lastSegment() == number) {
                throw missing(number);
            }
        }
    }

    /**
     * Returns a segment.
     *
     * @throws RecordsGoneException if it is deleted
     */
    Segment acquire(long number) {
        Segment segment = acquireIfThere(number);
        if (segment == null) {
            throwIfGone(number);
            throw missing(number);
        }
        return segment;
    }

    /** Returns the segment before one; null if that is deleted. */
    @Nullable
    Segment previousIfThere(Segment segment) {
        return segment.number == 0 ? null : acquireIfThere(segment.number - 1);
    }

    /**
     * Returns the segment after one that has ended, for an appender, and releases that one; if this fails, it stays acquired.
     * It is made and begun if it hasn't been. If it is deleted already, a later one is returned: so the appender goes on with
     * the first index of what it gets.
     *
     * @param endOffset where the end record is
     * @param firstIndex the index of the first record after it
     * @throws JournalFullException if it must be made and there is no room; may be called again
     */
    Segment next(Segment ended, long endOffset, long firstIndex) {
        ended.changeWord(SegmentLayout.END_OFFSET_AT, 0, CheckedWord.of(endOffset));
        ended.changeWord(SegmentLayout.END_AT, 0, CheckedWord.of(clock.millis()));
        long number = ended.number + 1;
        Segment next = acquireIfThere(number);
        while (next == null) {
            if (control.firstSegment() > number) {
                Segment last = acquireLast();
                release(ended);
                return last;
            }
            maker.accept(number);
            next = acquireIfThere(number);
        }
        try {
            begin(next, firstIndex);
            control.raiseLastSegment(number);
        } catch (RuntimeException | Error e) {
            release(next);
            throw e;
        }
        release(ended);
        changed.run();
        return next;
    }

    /** Makes and begins segment 0. For who holds the exclusive lock. */
    void makeFirst() {
        maker.accept(0);
        Segment first = acquire(0);
        begin(first, 0);
        control.raiseLastSegment(0);
        release(first);
    }

    private void begin(Segment segment, long firstIndex) {
        long word = CheckedWord.of(firstIndex + 1);
        segment.changeWord(SegmentLayout.START_AT, 0, CheckedWord.of(clock.millis()));
        if (!segment.changeWord(SegmentLayout.FIRST_INDEX_AT, 0, word)
                && segment.word(SegmentLayout.FIRST_INDEX_AT) != word) {
            throw new JournalCorruptException(
                    segment.number,
                    SegmentLayout.FIRST_INDEX_AT,
                    "the segment before ends before record " + firstIndex + ", while this one starts with word "
                            + Long.toHexString(segment.word(SegmentLayout.FIRST_INDEX_AT)));
        }
    }

    /**
     * Returns the segment after one that has ended, for a reader, and releases that one; null, and nothing released, if
     * nobody has gone there yet or it is deleted.
     */
    @Nullable
    Segment nextIfThere(Segment ended) {
        long number = ended.number + 1;
        if (number > control.lastSegment()) {
            return null;
        }
        Segment next = acquireIfThere(number);
        if (next != null) {
            release(ended);
        }
        return next;
    }

    /** Returns the same, but the first segment if the one after is deleted. */
    @Nullable
    Segment nextOrFirst(Segment ended) {
        Segment next = nextIfThere(ended);
        if (next == null && control.firstSegment() > ended.number + 1) {
            next = acquireFirst();
            release(ended);
        }
        return next;
    }

    /** Returns a segment whether it has begun or not; null if there is no such file. */
    @Nullable
    Segment acquireIfThere(long number) {
        lock.lock();
        try {
            if (closed) {
                throw new JournalClosedException("the journal is closed");
            }
            Mapped known = mapped.get(number);
            if (known != null && known.users == 0 && control.firstSegment() > number) {
                // Deleted, and soon unmapped. Where it is in use, who waits in it may still need another look at it.
                return null;
            }
            if (known == null) {
                Optional<SegmentFiles.Mapping> mapping = files.map(number);
                if (mapping.isEmpty()) {
                    return null;
                }
                known = new Mapped(mapping.get());
                mapped.put(number, known);
            }
            known.users++;
            return known.mapping.segment();
        } finally {
            lock.unlock();
        }
    }

    /** Gives a segment back. Must not be touched afterwards. */
    void release(Segment segment) {
        lock.lock();
        try {
            Mapped known = mapped.get(segment.number);
            if (known == null) {
                // The store was closed before.
                return;
            }
            known.users--;
            if (known.users > 0) {
                return;
            }
            known.idleSince = System.nanoTime();
        } finally {
            lock.unlock();
        }
        changed.run();
    }

    /** Unmaps what has had no user for this long; returns after how many nanoseconds there may be more to do. */
    long unmap(long idleNanos) {
        List<Mapped> idle = new ArrayList<>();
        long due = Long.MAX_VALUE;
        long now = System.nanoTime();
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

    private void throwIfGone(long number) {
        if (control.firstSegment() > number) {
            Segment first = acquireFirst();
            long next = first.firstIndex();
            release(first);
            throw RecordsGoneException.ofSegment(number, next);
        }
    }

    private JournalCorruptException missing(long number) {
        return new JournalCorruptException(number, 0, files.path(number) + " is missing");
    }

    /** Unmaps all segments, those in use as well. */
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
