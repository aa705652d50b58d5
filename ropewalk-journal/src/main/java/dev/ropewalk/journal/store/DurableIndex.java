package dev.ropewalk.journal.store;

import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;

/** Finds the index that belongs to the durable watermark. */
public final class DurableIndex {
    private DurableIndex() {}

    /** Returns the index of the first record at or behind a position before which all is durable. */
    public static long of(SegmentStore store, long position) {
        Segment segment;
        try {
            segment = store.acquire(position / store.segmentBytes());
        } catch (RecordsGoneException e) {
            // Deleted, forced or not: what is left is behind it.
            segment = store.acquireFirst();
            position = segment.number * segment.bytes;
        }
        try {
            return walk(new RecordCursor(segment, segment.firstIndex(), store.extent()), position % segment.bytes);
        } catch (IllegalStateException e) {
            // What was unmapped meanwhile.
            store.checkOpen();
            throw e;
        } finally {
            store.release(segment);
        }
    }

    private static long walk(RecordCursor cursor, long offset) {
        long hint = cursor.segment.tailHint();
        if (hint != 0 && SegmentLayout.hintedOffset(hint) <= offset) {
            cursor.moveTo(SegmentLayout.hintedOffset(hint), SegmentLayout.hintedRecords(hint));
        }
        while (cursor.offset < offset
                && (cursor.look() == RecordCursor.Place.RECORD || cursor.place() == RecordCursor.Place.INVALID)) {
            cursor.pass();
        }
        if (cursor.place() == RecordCursor.Place.DAMAGED) {
            throw cursor.damage();
        }
        return cursor.index();
    }
}
