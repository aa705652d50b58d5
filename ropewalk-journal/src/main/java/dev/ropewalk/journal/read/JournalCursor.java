package dev.ropewalk.journal.read;

import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.ClaimInvalidator;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentSearch;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.store.StuckClaim;
import org.jspecify.annotations.Nullable;

/**
 * A place in a journal, which crosses from segment to segment and holds a reference on the segment that it is in. For the use of
 * one thread at a time.
 */
public final class JournalCursor implements AutoCloseable {
    /** The index to go to for the end: what is open before it isn't passed. */
    private static final long END = Long.MAX_VALUE;

    /** The place in the segment. */
    public final RecordCursor records;

    private final SegmentStore store;
    private final StuckClaim stuck;
    private final Checksum checksum = new Checksum();
    private @Nullable BackwardIndex backward;

    private JournalCursor(SegmentStore store, @Nullable ClaimInvalidator invalidator, Segment segment) {
        this.store = store;
        this.stuck = new StuckClaim(invalidator);
        this.records = new RecordCursor(
                segment, segment.firstIndex(), invalidator == null ? store.extentOfReader() : store.extent());
    }

    /** Returns a cursor before the first record that is there. */
    public static JournalCursor atStart(SegmentStore store, @Nullable ClaimInvalidator invalidator) {
        return new JournalCursor(store, invalidator, store.acquireFirst());
    }

    /**
     * Returns a cursor behind the last record that is committed.
     *
     * <p>In general all records of the last segment are passed on the way: a claim may be open among them, and its record isn't to
     * be missed. Where an exclusive appender has the tail, none before the tail's hint will be committed. The hint is read first: its
     * writer gave the lock back after it, or is the holder, which has then passed all its claims before it.
     */
    public static JournalCursor atEnd(SegmentStore store, @Nullable ClaimInvalidator invalidator) {
        return open(store, invalidator, END, invalidator != null);
    }

    /**
     * Returns a cursor before the record with an index, or before the next one if that was invalidated. Claims that are open before
     * it are passed: they tell how far they reach.
     *
     * @throws RecordsGoneException if that record was deleted
     * @throws IllegalArgumentException if the index is past the end, or in a batch that isn't committed
     */
    public static JournalCursor atIndex(SegmentStore store, @Nullable ClaimInvalidator invalidator, long index) {
        JournalCursor cursor = atIndexOrEnd(store, invalidator, index);
        long found = cursor.records.index();
        if (found < index) {
            boolean isInBatch = index != END && cursor.records.place() == RecordCursor.Place.OPEN;
            cursor.close();
            throw new IllegalArgumentException(
                    isInBatch
                            ? "index " + index + " is in a batch that isn't committed and starts at index " + found
                            : "index " + index + " is past the end, which is " + found);
        }
        return cursor;
    }

    /**
     * Returns a cursor before the record with an index, or before the next one if that was invalidated, or at the end.
     *
     * @throws RecordsGoneException if that record was deleted
     */
    public static JournalCursor atIndexOrEnd(SegmentStore store, @Nullable ClaimInvalidator invalidator, long index) {
        return open(store, invalidator, index, false);
    }

    private static JournalCursor open(
            SegmentStore store, @Nullable ClaimInvalidator invalidator, long index, boolean followsHint) {
        var cursor = new JournalCursor(store, invalidator, SegmentSearch.acquireSegmentOf(store, index));
        try {
            if (followsHint && invalidator != null) {
                cursor.followHint(invalidator);
            }
            cursor.walkTo(index);
        } catch (IllegalStateException | InternalError e) {
            cursor.close();
            throw explain(e, cursor.records);
        } catch (RuntimeException | Error e) {
            cursor.close();
            throw e;
        }
        return cursor;
    }

    private void followHint(ClaimInvalidator invalidator) {
        long read = records.segment.word(SegmentLayout.TAIL_HINT_AT);
        long hint = read != 0 && invalidator.probeTailAlone() ? records.segment.provenHint(read, checksum) : 0;
        if (hint != 0) {
            records.moveTo(SegmentLayout.hintedOffset(hint), SegmentLayout.hintedRecords(hint));
        }
    }

    private void walkTo(long index) {
        // The way to a record may lead over invalidated claims to the index, and then that record isn't to be passed.
        while (records.index() < index) {
            if (!toRecord()) {
                if (index == END || !passOpen(index)) {
                    return;
                }
            } else if (records.index() < index) {
                passTo(index);
            }
        }
    }

    /** Passes the record that is there, or as much of it as is before an index. */
    private void passTo(long index) {
        // A wrong length or count of the one before would give others its index.
        records.checkNumber();
        records.checkReach(checksum);
        long ahead = index - records.index();
        if (ahead < records.count()) {
            records.inFrame = (int) ahead;
        } else {
            records.pass();
        }
    }

    /** Passes the claim that was found open, unless an index is inside it; returns whether the way to that index goes on. */
    private boolean passOpen(long index) {
        if (records.place() != RecordCursor.Place.OPEN) {
            return false;
        }
        long offset = records.offset;
        int number = records.number;
        records.passOpen();
        if (records.index() <= index) {
            return true;
        }
        records.moveTo(offset, number);
        // It may be decided by now.
        return records.look() != RecordCursor.Place.OPEN;
    }

    /** Goes on to the next record, over invalidated claims and ends of segments; returns whether there is one. */
    public boolean toRecord() {
        while (true) {
            switch (records.look()) {
                case RECORD -> {
                    return true;
                }
                case INVALID -> records.pass();
                case END -> {
                    if (!enterNext()) {
                        return false;
                    }
                }
                case OPEN -> {
                    stuck.seen(records);
                    return false;
                }
                case FREE -> {
                    return false;
                }
                case DAMAGED -> throw records.damage();
            }
        }
    }

    private boolean enterNext() {
        Segment ended = records.segment;
        Segment next = store.nextIfThere(ended, records.index());
        if (next == null) {
            throwIfGone(ended.number + 1);
            return false;
        }
        records.enter(next, records.index());
        return true;
    }

    private void throwIfGone(long number) {
        Segment first = store.acquireFirst();
        long firstIndex = first.firstIndex();
        boolean gone = first.number > number;
        store.release(first);
        if (gone) {
            throw new RecordsGoneException(records.index(), firstIndex);
        }
    }

    /** Goes back before the last record that is before this place; returns whether there is one. */
    boolean toPrevious() {
        if (records.inFrame > 0) {
            records.inFrame--;
            return true;
        }
        while (!index().stepBack(records)) {
            if (!enterPrevious()) {
                return false;
            }
        }
        records.moveToLast();
        return true;
    }

    private boolean enterPrevious() {
        Segment segment = records.segment;
        Segment previous = store.previousIfThere(segment);
        if (previous == null) {
            return false;
        }
        try {
            var end = new RecordCursor(previous, previous.firstIndex(), store.extent());
            backward = new BackwardIndex(end);
            backward.toEnd(end);
            records.enter(previous, end.firstIndex);
            records.moveTo(end.offset, end.number);
        } catch (RuntimeException | Error e) {
            store.release(previous);
            throw e;
        }
        store.release(segment);
        return true;
    }

    private BackwardIndex index() {
        BackwardIndex known = backward;
        if (known == null || !known.isOf(records.segment)) {
            known = new BackwardIndex(records);
            backward = known;
        }
        return known;
    }

    /** Returns the error of damage at this place. */
    JournalCorruptException damaged(String what) {
        return new JournalCorruptException(records.segment.number, records.offset, what);
    }

    /** Returns what to throw for what an access to mapped memory has thrown, or the user's code in between. */
    public static RuntimeException explain(Throwable failure, RecordCursor at) {
        Segment segment = at.segment;
        if (failure instanceof InternalError) {
            return new JournalIoException(
                    "segment " + segment.number + " can't be read at offset " + at.offset + ": " + failure.getMessage(),
                    failure);
        }
        return segment.memory.scope().isAlive()
                ? (IllegalStateException) failure
                : new JournalClosedException("the journal is closed");
    }

    @Override
    public void close() {
        store.release(records.segment);
    }
}
