package dev.ropewalk.journal.write;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.SegmentStore;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Makes the pages present that come next after the tail, so that appends don't wait for the kernel to find and clear them: a
 * page's first store takes longer than a hundred appends. Only a window ahead, since pages that are made present for writing
 * are written to the disk, used or not.
 *
 * <p>What the kernel refuses, for want of memory or since it is older than 5.14, is asked for again when the tail has come further:
 * appends then wait for their pages as they would without this.
 *
 * <p>Appenders wake the maintenance thread when they are half a window further. In a process without appenders there is nothing to do:
 * for what others have written the kernel maps many pages at a time.
 */
public final class Prefaulter implements Maintenance.Task {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.journal", Prefaulter.class);
    static final long WINDOW_BYTES = 4 << 20;

    private final SegmentStore store;
    private final Optional<NativeCalls> calls;
    private volatile boolean wanted;
    // The logical position up to which pages are present.
    private long present;
    private boolean failed;

    public Prefaulter(SegmentStore store, Optional<NativeCalls> calls) {
        this.store = store;
        this.calls = calls;
    }

    /** Tells that there is an appender. */
    public void want() {
        wanted = true;
    }

    @Override
    public long run() {
        if (wanted && calls.isPresent()) {
            Segment last = store.acquireLast();
            try {
                long start = last.number * last.bytes;
                long tail = endOfHinted(last);
                long until = start + tail + WINDOW_BYTES;
                boolean made = populate(calls.get(), last, tail & -SegmentLayout.PAGE_BYTES, until);
                if (made && until > start + last.bytes) {
                    populateNext(calls.get(), last.number + 1, until);
                }
            } finally {
                store.release(last);
            }
        }
        return NEVER;
    }

    /** Returns where the record ends that the tail's hint leads to: what it has written is present, however long it is. */
    private static long endOfHinted(Segment segment) {
        long offset = SegmentLayout.hintedOffset(segment.tailHint());
        if (offset == 0) {
            return 0;
        }
        return Math.min(segment.bytes, offset + RecordLayout.size(RecordLayout.length(segment.claimed(offset))));
    }

    private void populateNext(NativeCalls kernel, long number, long until) {
        Segment next = store.acquireIfThere(number);
        if (next != null) {
            try {
                populate(kernel, next, 0, until);
            } finally {
                store.release(next);
            }
        }
    }

    /** Makes a segment's pages present from an offset up to a logical position; returns whether they are. */
    private boolean populate(NativeCalls kernel, Segment segment, long offset, long until) {
        long start = segment.number * segment.bytes;
        long from = Math.max(offset, present - start);
        long to = Math.min(segment.bytes, (until - start + SegmentLayout.PAGE_BYTES - 1) & -SegmentLayout.PAGE_BYTES);
        if (from >= to) {
            return true;
        }
        boolean made = kernel.populate(segment.memory.asSlice(from, to - from));
        if (made) {
            present = start + to;
        } else if (!failed) {
            failed = true;
            LOG.log(Level.DEBUG, "pages of segment " + segment.number + " can't be made present ahead");
        }
        return made;
    }
}
