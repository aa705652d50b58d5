package dev.ropewalk.sim.engine;

/**
 * What a run must keep beside what its own code says.
 *
 * @param noLeaks whether nothing may be left open or armed at the end, and no thread
 * @param allHandled whether every message must be handled
 * @param maxWaiting how many may wait at one place
 */
public record Requirements(boolean noLeaks, boolean allHandled, int maxWaiting) {
    /** What any run keeps. */
    public static final Requirements NONE = new Requirements(false, false, Integer.MAX_VALUE);

    /** Returns whether there is nothing to watch. */
    boolean isEmpty() {
        return equals(NONE);
    }

    /** Returns whether it matters how many wait where. */
    boolean areOfBacklogs() {
        return allHandled || maxWaiting < Integer.MAX_VALUE;
    }
}
