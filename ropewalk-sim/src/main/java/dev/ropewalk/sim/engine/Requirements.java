package dev.ropewalk.sim.engine;

/**
 * What a run must keep beside what its own code says.
 *
 * @param noLeaks whether nothing may be left open or armed at the end, and no thread
 */
public record Requirements(boolean noLeaks) {
    /** A run that may do all that. */
    public static final Requirements NONE = new Requirements(false);

    /** Returns whether there is nothing to watch. */
    boolean isEmpty() {
        return !noLeaks;
    }
}
