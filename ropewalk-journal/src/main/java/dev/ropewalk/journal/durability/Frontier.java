package dev.ropewalk.journal.durability;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.read.JournalCursor;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.store.StuckClaim;

/** The committed frontier: the place before which every record is committed or invalid. For the use of one thread at a time. */
public final class Frontier implements AutoCloseable {
    private final SegmentStore store;
    private final RecordCursor cursor;

    public Frontier(SegmentStore store) {
        this.store = store;
        Segment first = store.acquireFirst();
        cursor = new RecordCursor(first, first.firstIndex(), store.extent());
    }

    long position() {
        return cursor.position();
    }

    public Segment segment() {
        return cursor.segment;
    }

    long offset() {
        return cursor.offset;
    }

    /** Returns the index of the first record that isn't before the frontier. */
    public long index() {
        return cursor.index();
    }

    /** Goes to the segment of a position that is known to be behind the frontier, at once. */
    public void catchUp(long position) {
        long number = Math.max(position / cursor.segment.bytes, store.firstNumber());
        // If the segment is deleted at this moment, the walk comes to the first one that isn't.
        Segment segment = number > cursor.segment.number ? store.acquireIfThere(number) : null;
        if (segment != null) {
            enter(segment);
        }
    }

    /** Walks on within the segment; returns true if it has come to the segment's end. */
    public boolean advance() {
        while (true) {
            switch (cursor.look()) {
                case RECORD, INVALID -> cursor.pass();
                case FREE, OPEN -> {
                    return false;
                }
                case END -> {
                    cursor.completeEnd();
                    return true;
                }
                case DAMAGED -> throw cursor.damage();
            }
        }
    }

    /** Goes from the segment's end to the next segment that isn't deleted; returns false if that isn't there yet. */
    public boolean nextSegment() {
        Segment next = store.nextIfThere(cursor.segment, cursor.index());
        if (next != null) {
            cursor.enter(next, next.firstIndex());
            return true;
        }
        Segment first = store.acquireFirst();
        if (first.number > cursor.segment.number) {
            enter(first);
            return true;
        }
        store.release(first);
        return false;
    }

    /** Tells of the claim that the frontier has stopped at; returns false if it isn't one. */
    boolean reportOpenClaim(StuckClaim stuck) {
        if (cursor.look() != RecordCursor.Place.OPEN) {
            return false;
        }
        stuck.seen(cursor);
        return true;
    }

    /** Refuses a free place. The caller knows that something was appended behind it. */
    void refuseFree() {
        if (cursor.look() == RecordCursor.Place.FREE) {
            cursor.refuse("nothing is there, and records were appended behind it");
            throw cursor.damage();
        }
    }

    /** Returns the position after all that is claimed, committed or not. */
    long claimedTail() {
        Segment segment = store.acquire(cursor.segment.number);
        long offset = cursor.offset;
        while (true) {
            long claim = segment.claimed(offset);
            if (claim != 0 && RecordLayout.kind(claim) != RecordLayout.END && segment.fits(claim, offset)) {
                offset += RecordLayout.size(RecordLayout.length(claim));
                continue;
            }
            if (claim == 0 && !segment.isZeroFrom(offset) && segment.claimed(offset) == 0) {
                store.release(segment);
                throw new JournalCorruptException(
                        segment.number, offset, "nothing is there, and something is behind it");
            }
            Segment next = claim == 0 ? null : store.nextOrFirst(segment);
            if (next == null) {
                store.release(segment);
                return segment.number * segment.bytes + offset;
            }
            segment = next;
            offset = SegmentLayout.HEADER_BYTES;
        }
    }

    private void enter(Segment next) {
        store.release(cursor.segment);
        cursor.enter(next, next.firstIndex());
    }

    /** Returns what to throw for what an access to mapped memory has thrown, at the frontier or behind it. */
    RuntimeException unreadable(InternalError failure) {
        return JournalCursor.explain(failure, cursor);
    }

    @Override
    public void close() {
        store.release(cursor.segment);
    }
}
