package dev.ropewalk.scheduler;

/** Where a {@link Strand} may run. Fixed when the strand is made. */
public enum Placement {
    /**
     * At home, unless waiting there costs more than moving does. The strand is queued at its home worker, whichever thread
     * wakes it. But if the home has nothing to do, the worker that wakes the strand mostly becomes its home: strands that
     * talk come together. Another worker takes it only when it has waited longer than the price of a move, or at once when
     * its home is blocked or stuck in a long task. It runs there once and goes home; a worker that keeps stealing it becomes
     * its home.
     */
    SOFT,

    /**
     * At home only, on one thread for ever. Such a strand waits while its home worker is blocked or busy, however long
     * that takes: choose it for thread-bound state, not for speed.
     */
    PINNED,

    /** Anywhere. The strand has no home: it is queued at the worker that wakes it and may be stolen at once. */
    FREE
}
