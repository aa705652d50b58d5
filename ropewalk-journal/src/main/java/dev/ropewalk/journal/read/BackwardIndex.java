package dev.ropewalk.journal.read;

import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import java.util.Arrays;

/**
 * Where records of a segment start, for steps back: a record tells where the next one starts, not the one before. The
 * segment is walked over once from its start, with a note at each 1024th record; from the nearest note on it is walked over
 * again, and that block's records are kept. So steps back cost about two steps forward each, and little memory. What is
 * behind a committed record never changes. For the use of one thread at a time.
 */
final class BackwardIndex {
    private static final int BLOCK = 1024;

    private final RecordCursor walker;

    // The notes: before these are so many records, or indices of invalidated claims.
    private int[] noteOffsets = new int[16];
    private int[] noteNumbers = new int[16];
    private int notes;

    // The block that ends where the cursor stood last.
    private final int[] offsets = new int[BLOCK];
    private final int[] numbers = new int[BLOCK];
    private int inBlock;
    private long end;

    /** Creates it for the segment that a cursor is in. */
    BackwardIndex(RecordCursor place) {
        walker = place.toStart();
    }

    boolean isOf(Segment segment) {
        return walker.segment == segment;
    }

    /** Moves a cursor to the segment's end. */
    void toEnd(RecordCursor place) {
        load(place.segment.bytes);
        end = walker.offset;
        place.moveTo(walker.offset, walker.number);
    }

    /** Moves a cursor of this segment back to the record before it; returns false if it is the first one. */
    boolean stepBack(RecordCursor place) {
        if (place.offset != end || inBlock == 0) {
            load(place.offset);
        }
        if (inBlock == 0) {
            end = place.offset;
            return false;
        }
        inBlock--;
        place.moveTo(offsets[inBlock], numbers[inBlock]);
        end = place.offset;
        return true;
    }

    /** Loads the block that ends at a place, or before it where no more records are. */
    private void load(long limit) {
        // Of no use if this fails.
        end = -1;
        inBlock = 0;
        startAtNote(limit);
        while (walker.offset < limit) {
            RecordCursor.Place place = walker.look();
            if (place == RecordCursor.Place.RECORD) {
                if (inBlock == BLOCK) {
                    note();
                    inBlock = 0;
                }
                offsets[inBlock] = (int) walker.offset;
                numbers[inBlock] = walker.number;
                inBlock++;
            } else if (place == RecordCursor.Place.DAMAGED) {
                throw walker.damage();
            } else if (place == RecordCursor.Place.OPEN) {
                // It hides nothing of what is behind it.
                walker.passOpen();
                continue;
            } else if (place != RecordCursor.Place.INVALID) {
                return;
            }
            walker.pass();
        }
    }

    private void startAtNote(long limit) {
        int found = Arrays.binarySearch(noteOffsets, 0, notes, (int) limit);
        // A note at the place itself is of no use, since the block is before it.
        int last = (found >= 0 ? found : -found - 1) - 1;
        if (last < 0) {
            walker.moveTo(SegmentLayout.HEADER_BYTES, 0);
        } else {
            walker.moveTo(noteOffsets[last], noteNumbers[last]);
        }
    }

    private void note() {
        if (notes > 0 && noteOffsets[notes - 1] >= walker.offset) {
            return;
        }
        if (notes == noteOffsets.length) {
            noteOffsets = Arrays.copyOf(noteOffsets, 2 * notes);
            noteNumbers = Arrays.copyOf(noteNumbers, 2 * notes);
        }
        noteOffsets[notes] = (int) walker.offset;
        noteNumbers[notes] = walker.number;
        notes++;
    }
}
