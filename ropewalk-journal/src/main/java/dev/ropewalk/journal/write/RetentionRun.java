package dev.ropewalk.journal.write;

import dev.ropewalk.base.Durations;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.durability.FrontierForcer;
import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.JournalClock;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.scheduler.step.StepKind;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Deletes old segments. Never the last one that has begun, so that there is always one; and always the first one, so that
 * those that are there have consecutive numbers.
 *
 * <p>What is the first segment from then on has its header on the disk before: that tells the index of the first record, and without it
 * a stop of the machine would leave a journal whose records have no index.
 *
 * <p>The control file's first segment is raised before the file goes. A process that has the segment mapped goes on undisturbed,
 * since the kernel keeps a mapped file's blocks. A process that comes to open it finds it missing or rejects it, and finds the
 * word raised: so it can tell a deleted segment from a lost one. If the process dies between the two, the file stays until a later
 * segment is due, for then it is due, too. No opening deletes it before: the word alone might be wrong, and what is due follows from
 * the segments. One process at a time deletes, which only spares the others the work.
 *
 * <p>A look maps segments, and what is mapped is unmapped later by the same thread. So it doesn't look each time that it is
 * called, but when there is another first or last segment, or neither has come for a while: 100 ms at first, 10 s at last.
 */
public final class RetentionRun implements Maintenance.Task {
    /** What the named cursors have yet to read. */
    @FunctionalInterface
    public interface Unread {
        /**
         * Returns the lowest index that some named cursor isn't past; empty if there is no cursor.
         *
         * @param onDisk whether a cursor counts as it is on the disk, which is brought up to date for that
         */
        OptionalLong lowest(boolean onDisk);
    }

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long FIRST_LOOK_MILLIS = 100;
    private static final long MAX_LOOK_MILLIS = 10_000;

    private final SegmentStore store;
    private final SegmentFiles files;
    private final ControlFile control;
    private final LockFile locks;
    private final FrontierForcer forcer;
    private final Retention retention;
    private final InstantSource clock;
    private final Unread unread;
    private final LongSupplier nanos;
    private long lookMillis = FIRST_LOOK_MILLIS;

    // What the last look has found, and when, and how long it holds.
    private long seenFirst = -1;
    private long seenLast = -1;
    private long lookedAt;
    private long delayNanos = NEVER;

    /**
     * Makes one.
     *
     * @param forcer forces the headers of segments
     * @param unread what the named cursors have yet to read
     * @param nanos a clock for delays, such as {@link System#nanoTime}
     */
    public RetentionRun(
            SegmentStore store,
            SegmentFiles files,
            ControlFile control,
            LockFile locks,
            FrontierForcer forcer,
            Retention retention,
            InstantSource clock,
            Unread unread,
            LongSupplier nanos) {
        this.store = store;
        this.files = files;
        this.control = control;
        this.locks = locks;
        this.forcer = forcer;
        this.retention = retention;
        this.clock = clock;
        this.unread = unread;
        this.nanos = nanos;
    }

    @Override
    public long run() {
        long now = nanos.getAsLong();
        long last = control.lastSegment();
        boolean isChanged = control.firstSegment() != seenFirst || last != seenLast;
        long left = delayNanos == NEVER ? NEVER : delayNanos - (now - lookedAt);
        if (!isChanged && left > 0) {
            return left;
        }
        if (!isChanged) {
            lookMillis = Math.min(2 * lookMillis, MAX_LOOK_MILLIS);
        }
        delayNanos = look();
        lookedAt = now;
        seenFirst = control.firstSegment();
        seenLast = last;
        return delayNanos;
    }

    private long look() {
        Optional<LockFile.Hold> alone = locks.tryHold(LockFile.RETENTION, false);
        if (alone.isPresent()) {
            try {
                delete();
            } finally {
                alone.get().close();
            }
        }
        boolean mayComeDue = retention.maxAge().isPresent() || retention.consumedOnly() || alone.isEmpty();
        if (!mayComeDue || control.firstSegment() == control.lastSegment()) {
            return NEVER;
        }
        // Neither the clock nor the cursors tell when.
        return lookMillis * NANOS_PER_MILLI;
    }

    private void delete() {
        long last = control.lastSegment();
        long first = control.firstSegment();
        if (first >= last || !isDue(first, last, lowestUnread(false))) {
            return;
        }
        // If the word of the last one is wrong, no segment counts as too much.
        store.release(store.acquire(last));
        // If the machine stops, a cursor is where the disk has it, and what it reads from there on must not be gone.
        long lowest = lowestUnread(true);
        store.before(StepKind.CLOSE);
        if (isDue(first, last, lowest)) {
            files.deleteBefore(first);
        }
        for (long number = first; number < last && isDue(number, last, lowest); number++) {
            forceStart(number + 1);
            control.raiseFirstSegment(number + 1);
            // So that a crash of the machine doesn't leave a lost segment where one was deleted.
            control.force();
            files.delete(number);
            lookMillis = FIRST_LOOK_MILLIS;
        }
    }

    private void forceStart(long number) {
        Segment segment = store.acquire(number);
        try {
            forcer.forceStart(segment);
        } finally {
            store.release(segment);
        }
    }

    private long lowestUnread(boolean onDisk) {
        // Without a cursor no reader has read anything.
        return retention.consumedOnly() ? unread.lowest(onDisk).orElse(0) : Long.MAX_VALUE;
    }

    private boolean isDue(long number, long last, long unread) {
        // A segment has ended when the next one starts.
        Segment next = store.acquire(number + 1);
        try {
            return next.firstIndex() <= unread
                    && (isTooMuch(last - number + 1) || isTooOld(number, next) || hasNoLimit());
        } finally {
            store.release(next);
        }
    }

    private boolean isTooMuch(long segments) {
        return retention.maxBytes().isPresent()
                && segments * files.segmentBytes() > retention.maxBytes().getAsLong();
    }

    private boolean isTooOld(long number, Segment next) {
        return retention
                .maxAge()
                .map(age -> endedMillis(number, next) + Durations.delayMillis(age) <= JournalClock.millis(clock))
                .orElse(false);
    }

    private long endedMillis(long number, Segment next) {
        Segment ended = store.acquire(number);
        try {
            long end = ended.word(SegmentLayout.END_AT);
            // A crash or damage may have lost it. The next one's start isn't as good: it moves as long as that is
            // empty.
            return CheckedWord.value(CheckedWord.isValid(end) ? end : next.word(SegmentLayout.START_AT));
        } finally {
            store.release(ended);
        }
    }

    private boolean hasNoLimit() {
        return retention.maxBytes().isEmpty() && retention.maxAge().isEmpty();
    }
}
