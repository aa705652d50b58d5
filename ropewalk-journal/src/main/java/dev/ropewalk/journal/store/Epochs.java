package dev.ropewalk.journal.store;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import java.util.BitSet;

/**
 * The epochs of the sessions that have written in a journal, found in its claims. They tell how many sessions have begun when
 * the control file doesn't any more.
 *
 * <p>Epochs start again from 1 after the highest one, so they lie on a circle, and those in the journal are the latest. The
 * widest stretch of the circle that none of them lies in is therefore what comes next.
 */
public final class Epochs {
    private final BitSet seen = new BitSet();

    void add(int epoch) {
        seen.set(epoch);
    }

    /** Gathers them, in every segment as far as claims can be followed there. */
    public static Epochs of(SegmentSet segments) {
        var epochs = new Epochs();
        for (long number = Math.max(0, segments.first()); number <= segments.last(); number++) {
            Segment segment = segments.get(number);
            if (segment != null) {
                epochs.addAll(segment);
            }
        }
        return epochs;
    }

    private void addAll(Segment segment) {
        var cursor = new RecordCursor(segment, 0);
        while (true) {
            switch (cursor.look()) {
                case RECORD, OPEN -> {
                    add(RecordLayout.epoch(cursor.claim()));
                    cursor.pass();
                }
                // Has no epoch any more.
                case INVALID -> cursor.pass();
                case END -> {
                    add(RecordLayout.epoch(cursor.claim()));
                    return;
                }
                case FREE, DAMAGED -> {
                    return;
                }
            }
        }
    }

    /** Returns the number of a session whose successors' epochs are all free for as long as possible; 0 if all are. */
    public long lastSession() {
        int last = 0;
        int widest = -1;
        for (int epoch = seen.nextSetBit(1); epoch > 0; epoch = seen.nextSetBit(epoch + 1)) {
            int next = seen.nextSetBit(epoch + 1);
            int gap = (next > 0 ? next : RecordLayout.MAX_EPOCH + seen.nextSetBit(1)) - epoch;
            if (gap > widest) {
                widest = gap;
                last = epoch;
            }
        }
        return last;
    }
}
