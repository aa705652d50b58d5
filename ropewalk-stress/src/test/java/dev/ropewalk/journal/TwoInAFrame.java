package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.Frame;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import java.lang.foreign.MemorySegment;

/** A frame of two records, claimed, and the steps in which it is published. */
final class TwoInAFrame {
    private static final long AT = SegmentLayout.HEADER_BYTES;
    private static final int RECORDS = 2;
    // All lengths are alike.
    private static final long[] BODY = {Long.BYTES, 7, 11};
    private static final int LENGTH = BODY.length * Long.BYTES;

    private final Segment segment = new Segment(0, 0, MemorySegment.ofArray(new long[40]), Format.FRAMES);
    private final long claim = RecordLayout.claim(RecordLayout.DATA, 1, RECORDS, LENGTH);
    private final long commit;

    TwoInAFrame() {
        int payload = new Checksum().ofPayload(MemorySegment.ofArray(BODY), 0, LENGTH);
        commit = RecordLayout.commit(1, Checksum.ofRecord(segment.seed, payload, 1, claim));
        segment.claim(AT, claim);
    }

    /** Writes table and records, by stores without an order. */
    void writeBody() {
        for (int word = 0; word < BODY.length; word++) {
            long at = AT + RecordLayout.PAYLOAD + (long) word * Long.BYTES;
            segment.memory.set(Segment.UNALIGNED_LONG, at, BODY[word]);
        }
    }

    boolean publish() {
        return segment.commit(AT, commit) == claim;
    }

    /** Returns how many records are seen, negative if they aren't whole. */
    int read() {
        var cursor = new RecordCursor(segment, 0);
        if (cursor.look() != RecordCursor.Place.RECORD) {
            return 0;
        }
        var frame = new Frame();
        boolean isWhole = cursor.isIntact(new Checksum())
                && cursor.open(frame)
                && segment.memory.get(Segment.UNALIGNED_LONG, frame.at(1)) == BODY[RECORDS];
        return isWhole ? cursor.count() : -1;
    }
}
