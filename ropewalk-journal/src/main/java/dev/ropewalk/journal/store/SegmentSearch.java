package dev.ropewalk.journal.store;

import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.format.Segment;

/** Finds the segment that a record lies in. */
public final class SegmentSearch {
    private SegmentSearch() {}

    /**
     * Returns the last segment that starts at an index or before it, acquired for the caller.
     *
     * @throws RecordsGoneException if it was deleted
     */
    public static Segment acquireSegmentOf(SegmentStore store, long index) {
        while (true) {
            try {
                return search(store, index);
            } catch (RecordsGoneException e) {
                // What was deleted meanwhile may have been a step of the search only.
                if (e.next() > index) {
                    throw new RecordsGoneException(index, e.next());
                }
            }
        }
    }

    private static Segment search(SegmentStore store, long index) {
        Segment best = store.acquireFirst();
        try {
            if (index < best.firstIndex()) {
                throw new RecordsGoneException(index, best.firstIndex());
            }
            long low = best.number;
            long high = store.lastNumber();
            while (low < high) {
                long middle = (low + high + 1) >>> 1;
                Segment segment = store.acquire(middle);
                if (segment.firstIndex() <= index) {
                    store.release(best);
                    best = segment;
                    low = middle;
                } else {
                    store.release(segment);
                    high = middle - 1;
                }
            }
            return best;
        } catch (RuntimeException | Error e) {
            store.release(best);
            throw e;
        }
    }
}
