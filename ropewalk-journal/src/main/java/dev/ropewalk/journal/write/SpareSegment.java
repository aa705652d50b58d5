package dev.ropewalk.journal.write;

import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.SegmentMaker;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.store.SegmentStore;
import org.jspecify.annotations.Nullable;

/**
 * Makes the segment after the last one before an appender needs it, and keeps it mapped. One process does it for all.
 */
public final class SpareSegment implements Maintenance.Task {
    private static final long FIRST_RETRY_NANOS = 10_000_000;
    private static final long MAX_RETRY_NANOS = 1_000_000_000;

    private final SegmentStore store;
    private final SegmentMaker maker;
    private volatile boolean wanted;
    private @Nullable Segment spare;
    private long retryNanos = FIRST_RETRY_NANOS;

    public SpareSegment(SegmentStore store, SegmentMaker maker) {
        this.store = store;
        this.maker = maker;
    }

    /** Tells that there is an appender. */
    public void want() {
        wanted = true;
    }

    @Override
    public long run() {
        long number = store.lastNumber() + 1;
        if (!wanted || (spare != null && spare.number == number)) {
            return NEVER;
        }
        Segment next = store.acquireIfThere(number);
        if (next == null) {
            if (!maker.makeAhead(number)) {
                retryNanos = Math.min(2 * retryNanos, MAX_RETRY_NANOS);
                return retryNanos;
            }
            next = store.acquireIfThere(number);
        }
        retryNanos = FIRST_RETRY_NANOS;
        if (next != null) {
            keep(next);
            store.forceName(next);
        }
        return NEVER;
    }

    private void keep(Segment next) {
        Segment before = spare;
        spare = next;
        if (before != null) {
            store.release(before);
        }
    }
}
