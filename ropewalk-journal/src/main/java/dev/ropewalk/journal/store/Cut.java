package dev.ropewalk.journal.store;

import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends a journal at a place. What follows there is kept aside first and becomes zero, up to the segment's end: a record
 * that stayed behind the cut would come back as soon as another one ended just before it. Its space stays allocated.
 *
 * <p>A crash in between does no harm: later segments go first, the last of them at first, and the segment's own rest
 * keeps the fault that was the reason for the cut until its start is zeroed. So the next recovery finds the same place.
 */
public final class Cut {
    private static final int STEP = 4096;

    private Cut() {}

    /** Cuts; returns nothing if there was nothing behind the place. */
    public static Optional<CutTail> at(SegmentSet segments, Segment segment, long offset, String reason) {
        List<Path> kept = new ArrayList<>();
        // Else the next recovery would take those that went for lost ones, if this one ends before it is through.
        segments.endIn(segment.number);
        for (long number = segments.last(); number > segment.number; number--) {
            segments.keepWhole(number).ifPresent(kept::addFirst);
        }
        long bytes = kept.size() * segments.segmentBytes();
        long end = zerosBegin(segment, offset);
        if (end > offset) {
            kept.addFirst(segments.keep(segment, offset, end));
            bytes += end - offset;
            segment.memory.asSlice(offset, end - offset).fill((byte) 0);
        }
        segment.setWord(SegmentLayout.TAIL_HINT_AT, 0);
        // It goes on from here, and will end again.
        segment.setWord(SegmentLayout.END_AT, 0);
        segment.setWord(SegmentLayout.END_OFFSET_AT, 0);
        segments.force(segment, 0, Math.max(end, SegmentLayout.HEADER_BYTES));
        return kept.isEmpty()
                ? Optional.empty()
                : Optional.of(new CutTail(segment.number, offset, bytes, reason, List.copyOf(kept)));
    }

    /** Returns where the zeros begin that reach to the segment's end. */
    private static long zerosBegin(Segment segment, long from) {
        long end = segment.bytes;
        while (end > from && segment.isZero(Math.max(from, end - STEP), end)) {
            end = Math.max(from, end - STEP);
        }
        return end;
    }
}
