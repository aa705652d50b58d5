package dev.ropewalk.journal.format;

import java.lang.foreign.MemorySegment;

/**
 * Tells by its records which format a segment has whose head doesn't. A record proves it that is unlike anything in the other
 * format and whose CRC is right: one that continues a run, or a frame. An open claim has no CRC; its word counts only where nothing
 * proves the contrary. Where no record tells, all read the same in both formats.
 */
public final class FormatTrace {
    private FormatTrace() {}

    /** Returns the format of a segment, or the other one given where none of its records tells. */
    public static int of(long number, long identity, MemorySegment memory, int otherwise) {
        var runs = new Segment(number, identity, memory, Format.RUNS);
        var frames = new Segment(number, identity, memory, Format.FRAMES);
        var checksum = new Checksum();
        int likely = otherwise;
        boolean isOpen = false;
        long offset = SegmentLayout.HEADER_BYTES;
        int before = 0;
        while (true) {
            long commit = runs.committed(offset);
            long claim = RecordLayout.unsaved(runs.claimed(offset));
            int kind = RecordLayout.kind(claim);
            int count = RecordLayout.count(claim);
            boolean isOfRuns = runs.isPossible(claim, offset, before + 1);
            boolean isOfFrames = frames.isPossible(claim, offset, before + 1);
            if (claim == 0 || kind == RecordLayout.END || !(isOfRuns || isOfFrames)) {
                return likely;
            }
            if (RecordLayout.isRecord(claim) && commit != 0) {
                // Whether more of a run follows isn't in the CRC, so the bit that says it proves nothing.
                if (!(isOfRuns ? runs : frames).isIntact(checksum, offset, before + 1, claim, commit)) {
                    return likely;
                }
                if (kind == RecordLayout.CONTINUED || count > 1) {
                    return count > 1 ? Format.FRAMES : Format.RUNS;
                }
            } else if (!isOpen && count > 1 && commit == 0 && isOfRuns != isOfFrames) {
                isOpen = true;
                likely = isOfRuns ? Format.RUNS : Format.FRAMES;
            }
            offset += RecordLayout.size(RecordLayout.length(claim));
            before += count;
        }
    }
}
