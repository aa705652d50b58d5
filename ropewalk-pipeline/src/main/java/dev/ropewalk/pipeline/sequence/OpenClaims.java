package dev.ropewalk.pipeline.sequence;

/**
 * Claims that were open when a stage left the pipeline, and that no other stage waits for. {@link Gating} says what they are good for.
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
