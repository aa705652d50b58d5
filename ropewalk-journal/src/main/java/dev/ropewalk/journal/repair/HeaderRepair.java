package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.format.SegmentWords;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentSet;

/** Sets right whatever of a journal follows from its records: words of headers, ends, zeros. Stops at the first damage of a record. */
final class HeaderRepair {
    private final SegmentSet segments;
    private final Checksum checksum = new Checksum();

    HeaderRepair(SegmentSet segments) {
        this.segments = segments;
    }

    /** Mends what follows a first record with an index. */
    void run(long firstIndex) {
        long index = firstIndex;
        for (long number = Math.max(0, segments.first()); number <= segments.last() && index >= 0; number++) {
            Segment segment = segments.get(number);
            // A segment that was made ahead has nothing but its head.
            boolean isBegun = segment != null && !segment.isZero(SegmentLayout.FIRST_INDEX_AT, segment.bytes);
            index = segment != null && isBegun ? mend(segment, index) : -1;
        }
    }

    /** Mends a segment; returns the next one's first index, or -1 if it doesn't come to its end. */
    private long mend(Segment segment, long firstIndex) {
        SegmentWords.mend(segment, firstIndex);
        var cursor = new RecordCursor(segment, firstIndex);
        while (true) {
            switch (cursor.look()) {
                case RECORD -> {
                    if (!cursor.isIntact(checksum)) {
                        return -1;
                    }
                    cursor.fillUp();
                    cursor.pass();
                }
                case INVALID, OPEN -> cursor.pass();
                case END -> {
                    end(cursor);
                    return cursor.index();
                }
                case DAMAGED -> {
                    if (!cursor.isDamagedEnd()) {
                        return -1;
                    }
                    end(cursor);
                    return cursor.index();
                }
                case FREE -> {
                    return -1;
                }
            }
        }
    }

    private static void end(RecordCursor cursor) {
        Segment segment = cursor.segment;
        segment.commit(cursor.offset, cursor.endCommit());
        segment.memory.asSlice(cursor.offset + RecordLayout.HEADER_BYTES).fill((byte) 0);
        segment.setWord(SegmentLayout.END_OFFSET_AT, CheckedWord.of(cursor.offset));
    }
}
