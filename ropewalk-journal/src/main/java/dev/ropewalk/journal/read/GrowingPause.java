package dev.ropewalk.journal.read;

/** Pauses between looks at what another process may do: short at first, then ever longer, at last a hundredth of a second. */
public final class GrowingPause {
    private static final long FIRST_NANOS = 20_000;
    private static final long MAX_NANOS = 10_000_000;

    private long nanos = FIRST_NANOS;

    /** Returns how long the next pause is. */
    public long next() {
        long next = nanos;
        nanos = Math.min(2 * next, MAX_NANOS);
        return next;
    }

    /** Begins with short pauses again. */
    public void restart() {
        nanos = FIRST_NANOS;
    }
}
