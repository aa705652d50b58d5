package dev.ropewalk.journal;

/**
 * How far a {@link Journal} has come: taken while others may append, so that its parts are of slightly different moments. A
 * logical position is the bytes of all segments before, and those in this one. {@link JournalInfo} tells more, and looks at all files for it.
 *
 * @param firstSegment number of the first segment that isn't deleted
 * @param lastSegment number of the last segment that has begun
 * @param firstIndex index of the first record that is there
 * @param nextIndex index that the next record will get, if no claim is open
 * @param endPosition logical position of the end of what is committed
 * @param durablePosition logical position before which all was forced
 * @param isPoisoned whether a force has failed, so that nothing more is accepted
 * @param forces how often this opening has had the disk write what was appended
 * @param forceNanos how long all these forces have taken together, in nanoseconds
 * @param longestForceNanos how long the longest of them has taken, in nanoseconds
 */
public record JournalStats(
        long firstSegment,
        long lastSegment,
        long firstIndex,
        long nextIndex,
        long endPosition,
        long durablePosition,
        boolean isPoisoned,
        long forces,
        long forceNanos,
        long longestForceNanos) {
    /** Returns how many segments are there. */
    public long segments() {
        return Math.max(0, lastSegment - firstSegment + 1);
    }
}
