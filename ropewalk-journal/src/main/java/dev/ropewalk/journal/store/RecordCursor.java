package dev.ropewalk.journal.store;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Frame;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A place between two records of a segment, or inside a {@link Frame}, and the steps from there to the segment's end. All walks over records use this class:
 * those of tailers, the flusher, recovery and the verifier. It holds no reference on the segment: that is its user's part. For
 * the use of one thread at a time.
 *
 * {@snippet class="dev.ropewalk.journal.store.StoreSnippets" region="walk" :
 * while (cursor.look() == RecordCursor.Place.RECORD || cursor.place() == RecordCursor.Place.INVALID) {
 *     cursor.pass();
 * }
 * }
 */
public final class RecordCursor {
    /** What lies behind the cursor's place. */
    public enum Place {
        /** Nothing so far. */
        FREE,
        /** A claim that is neither committed nor invalidated. */
        OPEN,
        /** A committed record. */
        RECORD,
        /** An invalidated claim, with the rest of its batch if it is the first one's. */
        INVALID,
        /** The end of the segment. Its commit word may not be written yet: it follows from what is before it. */
        END,
        /** What no writer leaves, or less than the journal is known to have. A wrong CRC isn't noticed here, see {@link #isIntact}. */
        DAMAGED
    }

    // Open to the tailer, which has its own copy of the most frequent step.
    public Segment segment;
    public long firstIndex;
    public long offset;
    public int number;
    /** How many records of the frame that starts there were passed; 0 if there is none, or none were. */
    public int inFrame;

    private final Extent extent;
    private Place place = Place.FREE;
    private long claim;
    private long commit;
    private @Nullable String refusal;
    private @Nullable Checksum checksumOfRest;

    /** Starts before the first record of a segment, for a walk that finds out how far the records reach. */
    public RecordCursor(Segment segment, long firstIndex) {
        this(segment, firstIndex, Extent.unknown());
    }

    /** Starts before the first record of a segment of a journal that is known to reach so far. */
    public RecordCursor(Segment segment, long firstIndex, Extent extent) {
        this.segment = segment;
        this.firstIndex = firstIndex;
        this.extent = extent;
        this.offset = SegmentLayout.HEADER_BYTES;
    }

    /** Returns a cursor at the start of this one's segment, which knows as much. */
    public RecordCursor toStart() {
        return new RecordCursor(segment, firstIndex, extent);
    }

    /** Goes to the start of a segment. */
    public void enter(Segment other, long otherFirstIndex) {
        segment = other;
        firstIndex = otherFirstIndex;
        moveTo(SegmentLayout.HEADER_BYTES, 0);
    }

    /** Goes elsewhere in the segment, to a place that has so many records before it. */
    public void moveTo(long newOffset, int recordsBefore) {
        offset = newOffset;
        number = recordsBefore;
        inFrame = 0;
        place = Place.FREE;
    }

    /** Goes before the last record of what is at this place. */
    public void moveToLast() {
        inFrame = look() == Place.RECORD ? count() - 1 : 0;
    }

    /** Looks at what is there. What can't be so, by what the journal is known to have, is damaged. */
    public Place look() {
        Place found = lookAgain();
        return found == Place.FREE || found == Place.OPEN ? extent.judge(this) : found;
    }

    /** Looks at what is there; if that is nothing, whether it is the end, or a hole with something behind it. */
    public Place lookForEnd() {
        if (look() != Place.FREE || segment.isZeroFrom(offset) || look() != Place.FREE) {
            return place;
        }
        return refuse("nothing is there, and something is behind it");
    }

    /** Returns whether the place may be the end of the journal, where it has been found free. */
    public boolean refreshAndCheckFree() {
        return extent.refreshAndCheckFree(segment, offset);
    }

    /** Looks at the words that are there, and at nothing else. For the {@link Extent}. */
    Place lookAgain() {
        refusal = null;
        // The commit word first: a writer sets it last, and a reader trusts it only with a claim read after it.
        commit = segment.committed(offset);
        claim = segment.claimed(offset);
        place = classify();
        return place;
    }

    private Place classify() {
        if (claim == 0) {
            return commit == 0 ? Place.FREE : Place.DAMAGED;
        }
        if (!segment.isPossible(claim, offset, number + 1)) {
            return Place.DAMAGED;
        }
        return switch (RecordLayout.kind(claim)) {
            case RecordLayout.DATA -> commit == 0 ? Place.OPEN : Place.RECORD;
            // Complete before the first record of its batch is published, so before anyone comes here.
            case RecordLayout.CONTINUED -> commit == 0 ? Place.DAMAGED : Place.RECORD;
            // Becomes DATA before it is committed.
            case RecordLayout.RUN -> commit == 0 ? Place.OPEN : Place.DAMAGED;
            case RecordLayout.CONTESTED -> Place.OPEN;
            case RecordLayout.SAVED -> classifySaved();
            case RecordLayout.INVALID -> isRestIntact() ? Place.INVALID : Place.DAMAGED;
            case RecordLayout.END -> commit == 0 || commit == endCommit() ? Place.END : Place.DAMAGED;
            default -> Place.DAMAGED;
        };
    }

    /** The commit comes before the claim is saved, but perhaps after the look at the commit. */
    private Place classifySaved() {
        commit = segment.committed(offset);
        return commit == 0 ? Place.DAMAGED : takeForCommitted();
    }

    /** Returns whether the rest of a batch is right whose first record is invalid: its lengths lead to what follows. */
    private boolean isRestIntact() {
        long at = offset + RecordLayout.size(RecordLayout.length(claim));
        int numberThere = number + RecordLayout.count(claim) + 1;
        long next = segment.claimed(at);
        while (RecordLayout.kind(next) == RecordLayout.CONTINUED) {
            if (checksumOfRest == null) {
                checksumOfRest = new Checksum();
            }
            if (!segment.isPossible(next, at, numberThere)
                    || !segment.isIntact(checksumOfRest, at, numberThere, next, segment.committed(at))) {
                return false;
            }
            at += RecordLayout.size(RecordLayout.length(next));
            numberThere += RecordLayout.count(next);
            next = segment.claimed(at);
        }
        return true;
    }

    /** Returns what the last look has found. */
    public Place place() {
        return place;
    }

    /** Returns the claim word that the last look has found, as the record's commit covers it. */
    public long claim() {
        return claim;
    }

    /** Returns the commit word that the last look has found. */
    public long commit() {
        return commit;
    }

    /** Takes the claim, which was contested and has a commit, for the record that it is. For the {@link Extent}, too. */
    public Place takeForCommitted() {
        claim = RecordLayout.as(RecordLayout.DATA, claim);
        place = segment.isPossible(claim, offset, number + 1) ? Place.RECORD : Place.DAMAGED;
        return place;
    }

    /** Takes the claim, which will never be committed, for invalid. For the {@link Extent}. */
    Place takeForVoid() {
        place = isRestIntact() ? Place.INVALID : Place.DAMAGED;
        return place;
    }

    /** Takes what the last look has found for damage. For the {@link Extent}. */
    public Place refuse(String why) {
        refusal = why;
        place = Place.DAMAGED;
        return place;
    }

    /** Returns what is wrong with the damage that the last look has found. */
    public String whatIsDamaged() {
        return refusal != null
                ? refusal
                : "no writer leaves the claim word 0x" + Long.toHexString(claim) + " with the commit word 0x"
                        + Long.toHexString(commit) + " there";
    }

    /** Returns the error of the damage that the last look has found. */
    public JournalCorruptException damage() {
        return new JournalCorruptException(segment.number, offset, whatIsDamaged());
    }

    /** Returns whether the record that the last look has found is the next one by its commit. Else a step before went wrong. */
    public boolean isNumbered() {
        return RecordLayout.number(commit) == number + 1;
    }

    /** Refuses the record that the last look has found if it isn't the next one. */
    public void checkNumber() {
        if (!isNumbered()) {
            refuse("it is record " + RecordLayout.number(commit) + " of its segment by its commit, and " + (number + 1)
                    + " by those before");
            throw damage();
        }
    }

    /**
     * Refuses the record that the last look has found if its length may be wrong. A length that leads to the next number is
     * right; a record whose length leads elsewhere, perhaps past the end, is looked at as a whole.
     */
    public void checkReach(Checksum checksum) {
        long next = offset + RecordLayout.size(length());
        if (RecordLayout.number(segment.committed(next)) != number + 1 + count() && !isIntact(checksum)) {
            refuse("the length or the CRC32C of record " + index() + " is wrong");
            throw damage();
        }
    }

    /** Returns the payload's length of the record that the last look has found. */
    public int length() {
        return RecordLayout.length(claim);
    }

    /** Returns how many records the one has that the last look has found: more than one if it is a frame. */
    public int count() {
        return RecordLayout.count(claim);
    }

    /** Opens the frame that the last look has found; returns whether its records fill it. */
    public boolean open(Frame frame) {
        return frame.open(segment.readOnly, offset + RecordLayout.PAYLOAD, length(), count());
    }

    /** Returns the index of the next record. */
    public long index() {
        return firstIndex + number + inFrame;
    }

    /** Returns the logical position: the bytes of all segments before, and those in this one. */
    public long position() {
        return segment.number * segment.bytes + offset;
    }

    /** Returns whether the number and the CRC of the record that the last look has found are right. */
    public boolean isIntact(Checksum checksum) {
        return segment.isIntact(checksum, offset, number + 1, claim, commit);
    }

    /** Returns whether the record that the last look has found is followed by zeros up to the next one's place. */
    public boolean isFilledUp() {
        long end = offset + RecordLayout.PAYLOAD + length();
        for (long at = end; at < offset + RecordLayout.size(length()); at++) {
            if (segment.memory.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Fills it up with zeros. */
    public void fillUp() {
        long end = offset + RecordLayout.PAYLOAD + length();
        segment.memory.asSlice(end, offset + RecordLayout.size(length()) - end).fill((byte) 0);
    }

    /** Steps over the next record, which the last look has found, or over one of the frame. */
    public void passOne() {
        if (inFrame + 1 < count()) {
            inFrame++;
        } else {
            pass();
        }
    }

    /** Steps over the record, frame or invalidated claim that the last look has found. */
    public void pass() {
        boolean isVoid = place == Place.INVALID;
        step(claim);
        if (isVoid) {
            passContinued();
        }
    }

    /** Steps over the open claim that the last look has found, with what its batch has stored already. */
    public void passOpen() {
        step(claim);
        passContinued();
    }

    /** The rest of a batch shares the fate of its first record. What doesn't fit is damage, which the next look finds. */
    private void passContinued() {
        long next = segment.claimed(offset);
        while (RecordLayout.kind(next) == RecordLayout.CONTINUED && segment.fits(next, offset)) {
            step(next);
            next = segment.claimed(offset);
        }
    }

    private void step(long passed) {
        offset += RecordLayout.size(RecordLayout.length(passed));
        number += RecordLayout.count(passed);
        inFrame = 0;
        place = Place.FREE;
    }

    /** Writes the commit word of the end that the last look has found, in case its writer died before: it follows from the rest. */
    public void completeEnd() {
        if (commit == 0) {
            segment.commit(offset, endCommit());
        }
    }

    /**
     * Returns whether the damage that the last look has found is an end with a wrong commit which the header confirms. Else it
     * may be another segment's end, and what follows are records.
     */
    public boolean isDamagedEnd() {
        return place == Place.DAMAGED
                && RecordLayout.kind(claim) == RecordLayout.END
                && segment.fits(claim, offset)
                && segment.word(SegmentLayout.END_OFFSET_AT) == CheckedWord.of(offset);
    }

    /** Returns the commit word that an end at this place has. */
    public long endCommit() {
        return RecordLayout.endCommit(segment.seed, number + 1, claim);
    }
}
