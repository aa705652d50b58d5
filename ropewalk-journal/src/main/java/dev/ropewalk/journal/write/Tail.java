package dev.ropewalk.journal.write;

import static dev.ropewalk.journal.format.RecordLayout.HEADER_BYTES;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.journal.ClaimInvalidatedException;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.event.SegmentRollEvent;
import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.Extent;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.scheduler.step.StepKind;
import java.lang.foreign.MemorySegment;

/**
 * The end of the journal as one appender knows it, and the writer's side of the protocol of {@link Segment}.
 *
 * <p>The place that this knows was the end once: when it enters a segment it reads its way there, from a record that its CRC
 * proves, over records whose CRCs are right. Others may have appended since: a claim walks over their records, from claim word to
 * claim word, and is made at the first free one. It is never made before what is {@linkplain Extent known} to be claimed: a free
 * word there is damage, and a claim would overwrite what is behind it. So the compare-and-set that claims is also the only check
 * whether the place is right, and an appender without company needs one for each record. An exclusive appender knows after its
 * first record that the next place is free. It forgets that with each claim until the claim's end is passed: an error in between
 * may leave a claim there, or a segment's end, and a store would overwrite it.
 *
 * <p>For the use of one thread at a time.
 */
public final class Tail {
    // A hint comes each time that either is passed. Powers of two.
    private static final int RECORDS_PER_HINT = 512;
    private static final long BYTES_PER_HINT = 256 << 10;
    private static final int FAR_BEHIND = 32;

    /** How many records a segment may have before another claim; with that, their numbers fit into a commit word's 31 bits. */
    private static final int MAX_RECORDS = Integer.MAX_VALUE - 2 * RecordLayout.MAX_COUNT;

    private static final long NOTHING_FITS = -1;

    private final SegmentStore store;
    private final Gate gate;
    private final int epoch;
    private final TailLock.Hold hold;
    private final boolean alone;
    private final Extent extent;
    private final RecordCursor walker;
    private final Checksum checksum = new Checksum();

    private Segment segment;
    private long offset = SegmentLayout.HEADER_BYTES;
    private int records;
    private long firstIndex;
    // Where a record must end at the latest, so that the end record has room. While a claim is open or after closing
    // nothing fits, so that the common path needs no check of its own for these.
    private long limit;
    private int maxLength;
    // From where on the maintenance thread hears of it.
    private long tellAt;
    private boolean closed;
    // Whether the end of the segment was found. Damage on the way there stays until it is repaired.
    private boolean arrived;
    // Whether the known end is free and stays so. Not while a claim is under way: what fails then may leave it behind.
    private boolean leads;

    /** Creates it for an appender beside others. */
    public Tail(SegmentStore store, Gate gate, int epoch) {
        this(store, gate, epoch, TailLock.Hold.UNLOCKED);
    }

    /** Creates it for an appender that may claim as the lock says. It closes the lock. */
    public Tail(SegmentStore store, Gate gate, int epoch, TailLock.Hold hold) {
        this.store = store;
        this.gate = gate;
        this.epoch = epoch;
        this.hold = hold;
        this.alone = hold.isAlone();
        this.extent = store.extent();
        this.segment = store.acquireLast();
        try {
            this.walker = new RecordCursor(segment, segment.firstIndex(), extent);
            enter(segment);
        } catch (RuntimeException | Error e) {
            store.release(segment);
            throw e;
        }
    }

    private void enter(Segment next) {
        segment = next;
        arrived = false;
        suspend();
        offset = SegmentLayout.HEADER_BYTES;
        records = 0;
        firstIndex = next.firstIndex();
        maxLength = (int) Math.min(RecordLayout.MAX_LENGTH, next.bytes - SegmentLayout.HEADER_BYTES - 2 * HEADER_BYTES);
        walkToEnd();
        tellAt = offset + Prefaulter.WINDOW_BYTES / 2;
        arrived = true;
        resume();
    }

    /** Reads on to the first place that is free, or where the segment ends. */
    private void walkToEnd() {
        followHint();
        walker.enter(segment, firstIndex);
        walker.moveTo(offset, records);
        while (true) {
            switch (walker.lookForEnd()) {
                case RECORD -> {
                    if (!walker.isIntact(checksum)) {
                        walker.refuse("the number or the CRC32C of record " + walker.index() + " isn't right");
                        throw walker.damage();
                    }
                    walker.pass();
                }
                // An open claim leads on by its length, as it does for appenders behind it.
                case INVALID, OPEN -> walker.pass();
                case FREE, END -> {
                    offset = walker.offset;
                    records = walker.number;
                    return;
                }
                case DAMAGED -> throw walker.damage();
            }
        }
    }

    public int maxLength() {
        return maxLength;
    }

    /** Where the claimed record's payload goes to. */
    public MemorySegment memory() {
        return segment.memory;
    }

    public long payloadAt() {
        return offset + RecordLayout.PAYLOAD;
    }

    /** Returns what the checksums of the claimed record's segment start from. */
    public int seed() {
        return segment.seed;
    }

    /** Returns whether a batch is a frame in the segment in which this stands. */
    public boolean takesFrames() {
        return segment.frames;
    }

    /** Returns the number of the record that was claimed, or will be claimed at the earliest, in its segment. */
    public int nextNumber() {
        return records + 1;
    }

    /** Returns the logical position where the last record of this appender ended, or a later one before the next record. */
    public long position() {
        return segment.number * segment.bytes + offset;
    }

    /** Returns the claim word of this appender's records of one kind and length. */
    public long word(int kind, int count, int length) {
        return RecordLayout.claim(kind, epoch, count, length);
    }

    /** Returns the commit word of a record if it is the next one at the known end. */
    public long commitWord(long claim, int payload) {
        int number = records + 1;
        return RecordLayout.commit(number, checksum.ofNextRecord(segment.seed, payload, number, claim));
    }

    /** Claims the known end of the journal; returns false if that isn't possible, often since it isn't the end any more. */
    public boolean tryClaim(long claim, int length) {
        store.before(StepKind.CLAIM);
        gate.check();
        if (length > maxLength || offset + RecordLayout.size(length) > limit || records > MAX_RECORDS) {
            return false;
        }
        if (!leads || hold.isToEnd(segment.number)) {
            return !alone && segment.claim(offset, claim) == 0;
        }
        leads = false;
        segment.claimAlone(offset, claim);
        return true;
    }

    /** Claims the end of the journal, wherever it is. */
    public void claim(long claim, int length) {
        if (!tryClaim(claim, length)) {
            claimFurther(claim, length);
        }
    }

    /** Claims the end of the journal after a try has failed. */
    public void claimFurther(long claim, int length) {
        checkUsable();
        if (length > maxLength) {
            throw new IllegalArgumentException("a record of " + length + " bytes is too long: segments of "
                    + segment.bytes + " bytes take at most " + maxLength);
        }
        claimAnywhere(claim, claim);
    }

    /** Claims the end of the journal for a batch, as a run or as a frame; returns whether as a frame. */
    public boolean claimBatch(long run, long frame) {
        long claim = segment.frames ? frame : run;
        if (!tryClaim(claim, RecordLayout.length(claim))) {
            checkUsable();
            claimAnywhere(run, frame);
        }
        return segment.frames;
    }

    /** Claims it by one word where a batch is a run, and by another one where it is a frame; both fit into a segment. */
    private void claimAnywhere(long run, long frame) {
        int passed = 0;
        leads = false;
        catchUp();
        while (true) {
            // A segment without records doesn't end.
            boolean isToEnd = alone && records > 0 && hold.isToEnd(segment.number);
            long claim = segment.frames ? frame : run;
            boolean fits = !isToEnd
                    && records <= MAX_RECORDS
                    && offset + RecordLayout.size(RecordLayout.length(claim)) <= limit;
            long seen = segment.claim(offset, fits ? claim : RecordLayout.claim(RecordLayout.END, epoch, 0, 0));
            if (seen == 0 && fits) {
                return;
            }
            if (seen != 0 && !segment.isPossible(seen, offset, records + 1)) {
                throw impossible(seen);
            }
            if (seen == 0 || RecordLayout.kind(seen) == RecordLayout.END) {
                roll();
                passed = 0;
            } else {
                pass(seen);
                if (++passed == FAR_BEHIND) {
                    followHint();
                    catchUp();
                }
            }
        }
    }

    /** Leaves what is known to be claimed behind, where the first free word isn't to be taken for the end. */
    private void catchUp() {
        if (!arrived) {
            enter(segment);
        }
        if (extent.hasEnded(segment)) {
            enterLast();
        } else if (offset < extent.claimedUpTo(segment)) {
            walkToEnd();
        }
    }

    private JournalCorruptException impossible(long claim) {
        return new JournalCorruptException(
                segment.number,
                offset,
                "no writer leaves the claim word 0x" + Long.toHexString(claim) + " with the commit word 0x"
                        + Long.toHexString(segment.committed(offset)) + " there");
    }

    private void checkUsable() {
        if (closed) {
            throw new JournalClosedException("the appender is closed");
        }
        if (arrived && limit == NOTHING_FITS) {
            throw new IllegalStateException("a claim of this appender is open, at index " + (firstIndex + records)
                    + ": commit or abort it first");
        }
    }

    private void pass(long claim) {
        offset += RecordLayout.size(RecordLayout.length(claim));
        records += RecordLayout.count(claim);
    }

    /** Jumps over what others appended, as far as it is known. A hint may be old, and then is behind. */
    private void followHint() {
        long hint = segment.tailHint(checksum);
        if (SegmentLayout.hintedOffset(hint) > offset) {
            offset = SegmentLayout.hintedOffset(hint);
            records = SegmentLayout.hintedRecords(hint);
        }
    }

    /**
     * Goes on to the next segment. Any appender that finds an end record completes it: its writer may be dead, and all write the
     * same.
     */
    private void roll() {
        long end = segment.claimed(offset);
        long commit = RecordLayout.endCommit(segment.seed, records + 1, end);
        long found = segment.committed(offset);
        if (found != 0 && found != commit) {
            throw impossible(end);
        }
        segment.commit(offset, commit);
        if (FlightRecorderState.isUsed()) {
            recordRoll();
        }
        if (store.lastNumber() > segment.number + 1) {
            enterLast();
        } else {
            enter(store.next(segment, offset, firstIndex + records));
        }
    }

    private void recordRoll() {
        try {
            SegmentRollEvent.record(segment.number, records);
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private void enterLast() {
        Segment last = store.acquireLast();
        store.release(segment);
        enter(last);
    }

    /** Publishes the claimed record and returns its index. */
    public long commit(long claim, long commit) {
        return commitFirst(claim, commit, claim);
    }

    /** Turns a run, whose other headers are complete, into its first record. */
    public void turnIntoFirst(long run, long first) {
        if (!change(run, first)) {
            throw invalidated(run);
        }
    }

    /** Publishes that record and so all of the run, and returns its index. */
    public long commitFirst(long first, long commit, long run) {
        store.before(StepKind.PUBLISH);
        if (segment.commit(offset, commit) != first && !save(first)) {
            throw invalidated(run);
        }
        return passOwn(run);
    }

    /** Gives up the claim; its indices stay unused. */
    public void abort(long claim) {
        change(claim, RecordLayout.invalidated(segment.seed, records + 1, claim));
        passOwn(claim);
    }

    /** Saves this appender's record, which has a commit and whose claim is contested; returns false if it is invalidated. */
    private boolean save(long claim) {
        long saved = RecordLayout.as(RecordLayout.SAVED, claim);
        return segment.changeClaim(offset, RecordLayout.as(RecordLayout.CONTESTED, claim), saved)
                || segment.claimed(offset) == saved;
    }

    /** Changes this appender's claim, which has no commit, be it contested or not; returns false if it is invalidated. */
    private boolean change(long claim, long to) {
        long contested = RecordLayout.as(RecordLayout.CONTESTED, claim);
        while (!segment.changeClaim(offset, claim, to) && !segment.changeClaim(offset, contested, to)) {
            long seen = segment.claimed(offset);
            // Else it was contested in between.
            if (seen != claim && seen != contested) {
                return false;
            }
        }
        return true;
    }

    private ClaimInvalidatedException invalidated(long claim) {
        var exception = new ClaimInvalidatedException("the claim of index " + (firstIndex + records) + ", at offset "
                + offset + " of segment " + segment.number + ", was invalidated before it was committed");
        passOwn(claim);
        return exception;
    }

    private long passOwn(long claim) {
        long at = offset;
        int first = records;
        pass(claim);
        leads = alone;
        if (((records ^ first) & -RECORDS_PER_HINT) != 0 || ((offset ^ at) & -BYTES_PER_HINT) != 0) {
            segment.setWord(SegmentLayout.TAIL_HINT_AT, SegmentLayout.tailHint(at, first));
            if (offset >= tellAt) {
                tellAt = offset + Prefaulter.WINDOW_BYTES / 2;
                store.advanced();
            }
        }
        return firstIndex + first;
    }

    /** Lets no other record be claimed until {@link #resume()}. */
    public void suspend() {
        limit = NOTHING_FITS;
    }

    public void resume() {
        limit = segment.bytes - HEADER_BYTES;
    }

    /** Returns what to throw for what an access to mapped memory has thrown. */
    public RuntimeException explain(Throwable failure) {
        // The mapping ends when the journal is closed.
        gate.check();
        if (failure instanceof InternalError) {
            return new JournalIoException(
                    "segment " + segment.number + " can't be written at offset " + offset + ": " + failure.getMessage(),
                    failure);
        }
        return (RuntimeException) failure;
    }

    public boolean isClosed() {
        return closed;
    }

    public void close() {
        closed = true;
        suspend();
        store.release(segment);
        hold.close();
    }
}
