package dev.ropewalk.journal;

import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A place between two records of a segment, and the steps from there to the segment's end. Everyone who walks over records
 * does it by this class: tailers, the flusher, recovery and the verifier. It holds no reference on the segment: that is
 * its user's part. For the use of one thread at a time.
 *
 * {@snippet :
 * while (cursor.look() == RecordCursor.Place.RECORD || cursor.place() == RecordCursor.Place.VOID) {
 *     cursor.pass();
 * }
 * }
 */
final class RecordCursor {
    /** What lies behind the cursor's place. */
    enum Place {
        /** Nothing so far. */
        FREE,
        /** A claim that is neither committed nor voided. */
        OPEN,
        /** A committed record. */
        RECORD,
        /** A voided claim, with the rest of its batch if it is the first one's. */
        VOID,
        /** The end of the segment. Its commit word may not be written yet: it follows from what is before it. */
        END,
        /** What no writer leaves. A wrong CRC isn't noticed here, see {@link #isIntact}. */
        DAMAGED
    }

    // Open to the tailer, which has its own copy of the most frequent step.
    Segment segment;
    long firstIndex;
    long offset;
    int number;

    private Place place = Place.FREE;
    private long claim;
    private long commit;
    private @Nullable Checksum checksumOfRest;

    /** Starts before the first record of a segment. */
    RecordCursor(Segment segment, long firstIndex) {
        this.segment = segment;
        this.firstIndex = firstIndex;
        this.offset = SegmentLayout.HEADER_BYTES;
    }

    /** Goes to the start of a segment. */
    void enter(Segment other, long otherFirstIndex) {
        segment = other;
        firstIndex = otherFirstIndex;
        moveTo(SegmentLayout.HEADER_BYTES, 0);
    }

    /** Goes elsewhere in the segment, to a place that has so many records before it. */
    void moveTo(long newOffset, int recordsBefore) {
        offset = newOffset;
        number = recordsBefore;
        place = Place.FREE;
    }

    /** Looks at what is there. */
    Place look() {
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
            case RecordLayout.DOUBTED -> Place.OPEN;
            case RecordLayout.VOID -> isRestIntact() ? Place.VOID : Place.DAMAGED;
            case RecordLayout.END -> commit == 0 || commit == endCommit() ? Place.END : Place.DAMAGED;
            default -> Place.DAMAGED;
        };
    }

    /** Returns whether the rest of a batch is right whose first record is void: its lengths lead to what follows. */
    private boolean isRestIntact() {
        long at = offset + RecordLayout.size(RecordLayout.length(claim));
        int numberThere = number + RecordLayout.count(claim) + 1;
        long next = segment.claimed(at);
        while (RecordLayout.kind(next) == RecordLayout.CONTINUED) {
            if (checksumOfRest == null) {
                checksumOfRest = new Checksum();
            }
            if (!segment.isPossible(next, at, numberThere)
                    || !isIntact(checksumOfRest, at, numberThere, next, segment.committed(at))) {
                return false;
            }
            at += RecordLayout.size(RecordLayout.length(next));
            numberThere += RecordLayout.count(next);
            next = segment.claimed(at);
        }
        return true;
    }

    /** Returns what the last look has found. */
    Place place() {
        return place;
    }

    /** Returns the claim word that the last look has found. */
    long claim() {
        return claim;
    }

    /** Returns the commit word that the last look has found. */
    long commit() {
        return commit;
    }

    /** Returns the error of the damage that the last look has found. */
    JournalCorruptException damage() {
        return new JournalCorruptException(
                segment.number,
                offset,
                "no writer leaves the claim word 0x" + Long.toHexString(claim) + " with the commit word 0x"
                        + Long.toHexString(commit) + " there");
    }

    /** Returns the payload's length of the record that the last look has found. */
    int length() {
        return RecordLayout.length(claim);
    }

    /** Returns the index of the next record. */
    long index() {
        return firstIndex + number;
    }

    /** Returns the logical position: the bytes of all segments before, and those in this one. */
    long position() {
        return segment.number * segment.bytes + offset;
    }

    /** Returns whether the number and the CRC of the record that the last look has found are right. */
    boolean isIntact(Checksum checksum) {
        return isIntact(checksum, offset, number + 1, claim, commit);
    }

    private boolean isIntact(Checksum checksum, long at, int expected, long word, long committed) {
        int payload = checksum.ofPayload(segment.memory, at + RecordLayout.PAYLOAD, RecordLayout.length(word));
        return RecordLayout.number(committed) == expected
                && RecordLayout.checksum(committed) == Checksum.ofRecord(segment.seed, payload, expected, word);
    }

    /** Returns whether the record that the last look has found is followed by zeros up to the next one's place. */
    boolean isFilledUp() {
        long end = offset + RecordLayout.PAYLOAD + length();
        for (long at = end; at < offset + RecordLayout.size(length()); at++) {
            if (segment.memory.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Fills it up with zeros. */
    void fillUp() {
        long end = offset + RecordLayout.PAYLOAD + length();
        segment.memory.asSlice(end, offset + RecordLayout.size(length()) - end).fill((byte) 0);
    }

    /** Steps over the record or the voided claim that the last look has found. */
    void pass() {
        boolean isVoid = place == Place.VOID;
        step(claim);
        if (isVoid) {
            // The rest of a batch shares the fate of its first record.
            long next = segment.claimed(offset);
            while (RecordLayout.kind(next) == RecordLayout.CONTINUED) {
                step(next);
                next = segment.claimed(offset);
            }
        }
    }

    private void step(long passed) {
        offset += RecordLayout.size(RecordLayout.length(passed));
        number += RecordLayout.count(passed);
        place = Place.FREE;
    }

    /** Writes the commit word of the end that the last look has found, in case its writer died before: it follows from the rest. */
    void completeEnd() {
        if (commit == 0) {
            segment.commit(offset, endCommit());
        }
    }

    /**
     * Returns whether the damage that the last look has found is an end with a wrong commit which the header confirms. Else it
     * may be another segment's end, and what follows are records.
     */
    boolean isDamagedEnd() {
        return place == Place.DAMAGED
                && RecordLayout.kind(claim) == RecordLayout.END
                && RecordLayout.fits(claim, offset, segment.bytes)
                && segment.word(SegmentLayout.END_OFFSET_AT) == CheckedWord.of(offset);
    }

    /** Returns the commit word that an end at this place has. */
    long endCommit() {
        return RecordLayout.endCommit(segment.seed, number + 1, claim);
    }
}
