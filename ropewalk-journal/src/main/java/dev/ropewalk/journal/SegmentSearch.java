package dev.ropewalk.journal;

/** Finds the segment that a record lies in. */
final class SegmentSearch {
    private SegmentSearch() {}

    /**
     * Returns the last segment that starts at an index or before it, acquired for the caller.
     *
     * @throws RecordsGoneException if it was deleted
     */
    static Segment acquireSegmentOf(SegmentStore store, long index) {
        Segment best = store.acquireFirst();
        if (index < best.firstIndex()) {
            long next = best.firstIndex();
            store.release(best);
            throw new RecordsGoneException(index, next);
        }
        Segment last = store.acquireLast();
        long low = best.number;
        long high = last.number;
        store.release(last);
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            Segment segment = store.acquire(middle);
            // A segment that was made ahead has no first index yet.
            if (segment.hasFirstIndex() && segment.firstIndex() <= index) {
                store.release(best);
                best = segment;
                low = middle;
            } else {
                store.release(segment);
                high = middle - 1;
            }
        }
        return best;
    }
}
