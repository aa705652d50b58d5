package dev.ropewalk.journal;

/**
 * The committed frontier: the place before which every record is committed or void. It walks from claim to claim and looks
 * at no payload. For the use of one thread at a time.
 */
final class Frontier implements AutoCloseable {
    private final SegmentStore store;
    private final long segmentBytes;
    private Segment segment;
    private long offset;

    Frontier(SegmentStore store, long segmentBytes, long position) {
        this.store = store;
        this.segmentBytes = segmentBytes;
        this.segment = store.acquire(position / segmentBytes);
        this.offset = Math.max(position % segmentBytes, SegmentLayout.HEADER_BYTES);
    }

    long position() {
        return segment.number * segmentBytes + offset;
    }

    Segment segment() {
        return segment;
    }

    long offset() {
        return offset;
    }

    /** Returns whether the record here is claimed but not committed. */
    boolean isOpen() {
        return segment.claimed(offset) != 0 && !isDecided(segment, offset);
    }

    /** Walks on within the segment as far as it can; returns true if that is at the segment's end. */
    boolean advance() {
        Segment segment = this.segment;
        long at = offset;
        long claim;
        while (true) {
            if (!isDecided(segment, at)) {
                offset = at;
                return false;
            }
            claim = segment.claimed(at);
            if (RecordLayout.kind(claim) == RecordLayout.END) {
                offset = at;
                return true;
            }
            at += RecordLayout.size(RecordLayout.length(claim));
        }
    }

    /** Goes from the segment's end to the next one; returns false if that isn't there yet. */
    boolean nextSegment() {
        Segment next = store.nextIfThere(segment);
        if (next == null) {
            return false;
        }
        segment = next;
        offset = SegmentLayout.HEADER_BYTES;
        return true;
    }

    /** Returns the position after the last claim, committed or not. */
    long claimedTail() {
        Segment at = segment;
        long tail = offset;
        while (true) {
            long claim = tail + RecordLayout.HEADER_BYTES <= at.bytes ? at.claimed(tail) : 0;
            if (claim == 0 || RecordLayout.kind(claim) == RecordLayout.END) {
                return at.number * segmentBytes + tail;
            }
            tail += RecordLayout.size(RecordLayout.length(claim));
        }
    }

    private static boolean isDecided(Segment segment, long offset) {
        long commit = segment.committed(offset);
        int kind = RecordLayout.kind(segment.claimed(offset));
        return switch (kind) {
            case RecordLayout.DATA, RecordLayout.CONTINUED, RecordLayout.END -> commit != 0;
            case RecordLayout.VOID -> true;
            default -> false;
        };
    }

    @Override
    public void close() {
        store.release(segment);
    }
}
