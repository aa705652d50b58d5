package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import java.lang.foreign.MemorySegment;

/** A batch of two records, claimed, and the steps in which it is published. */
final class TwoRecords {
    private static final long FIRST_AT = SegmentLayout.HEADER_BYTES;
    private static final int LENGTH = 8;
    private static final long PAYLOAD = 7;
    private static final int SIZE = RecordLayout.size(LENGTH);

    private final Segment segment = new Segment(0, 0, MemorySegment.ofArray(new long[40]));
    private final long run = RecordLayout.claim(RecordLayout.RUN, 1, 2, SIZE + LENGTH);
    private final long first = RecordLayout.claim(RecordLayout.DATA, 1, 1, LENGTH);
    private final long second = RecordLayout.claim(RecordLayout.CONTINUED, 1, 1, LENGTH);

    TwoRecords() {
        segment.claim(FIRST_AT, run);
        segment.memory.set(Segment.UNALIGNED_LONG, FIRST_AT + RecordLayout.PAYLOAD, PAYLOAD);
    }

    /** Writes all of the second record, by stores without an order. */
    void writeSecond() {
        long at = FIRST_AT + SIZE;
        segment.memory.set(Segment.UNALIGNED_LONG, at + RecordLayout.CLAIM, second);
        segment.memory.set(Segment.UNALIGNED_LONG, at + RecordLayout.COMMIT, commit(2, second));
        segment.memory.set(Segment.UNALIGNED_LONG, at + RecordLayout.PAYLOAD, PAYLOAD);
    }

    boolean publishFirst() {
        return segment.changeClaim(FIRST_AT, run, first)
                && segment.commit(FIRST_AT, RecordLayout.continued(commit(1, first))) == first;
    }

    private long commit(int number, long claim) {
        int payload = new Checksum().ofPayload(segment.memory, FIRST_AT + RecordLayout.PAYLOAD, LENGTH);
        return RecordLayout.commit(number, Checksum.ofRecord(segment.seed, payload, number, claim));
    }

    /** Returns how many records are seen, negative if one is damaged. */
    int read() {
        var cursor = new RecordCursor(segment, 0);
        var checksum = new Checksum();
        int seen = 0;
        while (cursor.look() == RecordCursor.Place.RECORD) {
            if (!cursor.isIntact(checksum)) {
                return -1;
            }
            cursor.pass();
            seen++;
        }
        return seen;
    }
}
