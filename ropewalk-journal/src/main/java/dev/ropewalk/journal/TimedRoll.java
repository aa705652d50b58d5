package dev.ropewalk.journal;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Ends the last segment when it has taken records for long enough. It does what an appender does that finds the segment
 * full: it claims the end, and whoever comes there goes on to the next segment. So it needs no agreement with other
 * processes that do the same; a clock that jumps makes a segment end early or late, and nothing else.
 */
final class TimedRoll implements Keeper.Chore {
    private static final long MAX_MILLIS = 60_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SegmentStore store;
    private final InstantSource clock;
    private final long everyMillis;
    private final int epoch;

    TimedRoll(SegmentStore store, InstantSource clock, Duration every, int epoch) {
        this.store = store;
        this.clock = clock;
        this.everyMillis = Math.max(1, every.toMillis());
        this.epoch = epoch;
    }

    @Override
    public long run() {
        Segment last = store.acquireLast();
        long left = leftMillis(last);
        if (left <= 0) {
            RecordCursor tail = new RecordCursor(last, last.firstIndex());
            if (end(tail)) {
                tail.completeEnd();
                last = store.next(last, tail.offset, tail.index());
            }
            left = Math.max(1, leftMillis(last));
        }
        store.release(last);
        // Looks now and then in case the clock jumps.
        return Math.min(left, MAX_MILLIS) * NANOS_PER_MILLI;
    }

    private long leftMillis(Segment segment) {
        long start = CheckedWord.value(segment.word(SegmentLayout.START_AT));
        return start + everyMillis - clock.millis();
    }

    /** Goes to the segment's end, made if it must be; returns false if the segment has no record and stays. */
    private boolean end(RecordCursor tail) {
        Segment segment = tail.segment;
        long hint = segment.word(SegmentLayout.TAIL_HINT_AT);
        if (SegmentLayout.hintedOffset(hint) > tail.offset) {
            tail.moveTo(SegmentLayout.hintedOffset(hint), SegmentLayout.hintedRecords(hint));
        }
        while (true) {
            switch (tail.look()) {
                case END -> {
                    return true;
                }
                case FREE -> {
                    if (tail.number == 0) {
                        return false;
                    }
                    segment.claim(tail.offset, RecordLayout.claim(RecordLayout.END, epoch, 0, 0));
                }
                case OPEN, RECORD, VOID -> tail.pass();
                case DAMAGED ->
                    throw new JournalCorruptException(
                            segment.number, tail.offset, "no writer leaves such a claim word");
            }
        }
    }
}
