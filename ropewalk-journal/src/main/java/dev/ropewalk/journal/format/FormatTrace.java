package dev.ropewalk.journal.format;

import java.lang.foreign.MemorySegment;

/** Tells by its records which format a segment has whose head doesn't. Where none tells, they read the same in both. */
public final class FormatTrace {
    private FormatTrace() {}

    /** Returns the format of a segment, or the other one given where none of its records tells. */
    public static int of(long number, long identity, MemorySegment memory, int otherwise) {
        var segment = new Segment(number, identity, memory, Format.FRAMES);
        var checksum = new Checksum();
        long offset = SegmentLayout.HEADER_BYTES;
        int before = 0;
        while (true) {
            long commit = segment.committed(offset);
            long claim = RecordLayout.unsaved(segment.claimed(offset));
            int kind = RecordLayout.kind(claim);
            boolean isData = kind == RecordLayout.DATA;
            // The first record of a run says in its commit that it goes on, and no frame's does.
            boolean isOfRun = kind == RecordLayout.RUN
                    || kind == RecordLayout.CONTINUED
                    || (isData && RecordLayout.isContinued(commit));
            if (isOfRun) {
                return Format.RUNS;
            }
            boolean isRecord = isData && commit != 0;
            if (claim == 0
                    || kind == RecordLayout.END
                    || !segment.isPossible(claim, offset, before + 1)
                    || (isRecord && !segment.isIntact(checksum, offset, before + 1, claim, commit))) {
                return otherwise;
            }
            if (isRecord && RecordLayout.count(claim) > 1) {
                return Format.FRAMES;
            }
            offset += RecordLayout.size(RecordLayout.length(claim));
            before += RecordLayout.count(claim);
        }
    }
}
