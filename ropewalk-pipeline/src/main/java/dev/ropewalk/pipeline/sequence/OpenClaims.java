package dev.ropewalk.pipeline.sequence;

/**
 * Claims that were open when a stage left the pipeline, and that no other stage waits for: those which joined later begin behind
 * them. Producers may not overtake them, for whoever published so late would mark a place that belongs to a later lap. While
 * there is no stage at all, every claim is one of these.
 *
 * @param settled up to where all was published or aborted
 * @param until the last of them; {@link Sequence#NOWHERE} while there is no stage
 */
record OpenClaims(long settled, long until) {
    static final OpenClaims NONE = new OpenClaims(Sequence.BEFORE_FIRST, Sequence.BEFORE_FIRST);

    /** Returns whether none of them is open. */
    boolean areSettled() {
        return settled >= until;
    }
}
