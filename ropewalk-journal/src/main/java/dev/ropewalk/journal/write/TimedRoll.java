package dev.ropewalk.journal.write;

import dev.ropewalk.base.Durations;
import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.JournalClock;
import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Ends the last segment when it has taken records for long enough. It does what an appender does that finds the segment full: it
 * claims the end, and an appender that comes there goes on to the next segment. So it needs no agreement with other processes
 * that do the same. An exclusive appender of this opening is asked to do it before its next record; that of another opening is
 * left alone. A clock that is set forward ends a segment early, and one that is set back makes its time start anew.
 */
public final class TimedRoll implements Maintenance.Task {
    private static final long MAX_MILLIS = 60_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SegmentStore store;
    private final InstantSource clock;
    private final long everyMillis;
    private final int epoch;
    private final TailLock tailLock;

    public TimedRoll(SegmentStore store, TailLock tailLock, InstantSource clock, Duration every, int epoch) {
        this.store = store;
        this.tailLock = tailLock;
        this.clock = clock;
        this.everyMillis = Durations.delayMillis(every);
        this.epoch = epoch;
    }

    @Override
    public long run() {
        Segment last = store.acquireLast();
        try {
            long now = JournalClock.millis(clock);
            long left = CheckedWord.value(last.word(SegmentLayout.START_AT)) + everyMillis - now;
            if (left <= 0) {
                last = end(last, now);
                left = everyMillis;
            } else if (left > everyMillis) {
                // The clock was set back. Without this the segment would last until it is there again.
                last.setWord(SegmentLayout.START_AT, CheckedWord.of(now));
                left = everyMillis;
            }
            // The clock may be set forward meanwhile.
            return Math.min(left, MAX_MILLIS) * NANOS_PER_MILLI;
        } finally {
            store.release(last);
        }
    }

    /** Ends a segment if it has records, and returns the segment that is the last then. */
    private Segment end(Segment last, long now) {
        Optional<TailLock.Hold> hold = tailLock.tryShare();
        if (hold.isEmpty()) {
            if (last.claimed(SegmentLayout.HEADER_BYTES) != 0) {
                tailLock.askToEnd(last.number);
            }
            return last;
        }
        RecordCursor tail = new RecordCursor(last, last.firstIndex(), store.extent());
        boolean ended;
        try {
            ended = toEnd(tail);
        } finally {
            hold.get().close();
        }
        if (ended) {
            tail.completeEnd();
            return store.next(last, tail.offset, tail.index());
        }
        last.setWord(SegmentLayout.START_AT, CheckedWord.of(now));
        return last;
    }

    /** Goes to the segment's end, made if it must be; returns false if the segment has no record and stays. */
    private boolean toEnd(RecordCursor tail) {
        Segment segment = tail.segment;
        long hint = segment.tailHint();
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
                case OPEN, RECORD, INVALID -> tail.pass();
                case DAMAGED -> throw tail.damage();
            }
        }
    }
}
