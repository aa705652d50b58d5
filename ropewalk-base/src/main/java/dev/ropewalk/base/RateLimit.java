package dev.ropewalk.base;

/**
 * Lets some of many lines through: a few at once, and then one a second. It knows how many it has held back since the last that it
 * let through. Thread-safe.
 */
public final class RateLimit {
    /** What {@link #tryPass} returns for a line that is held back. */
    public static final long HELD_BACK = -1;

    private static final int BURST = 10;
    private static final long NANOS_A_LINE = 1_000_000_000;

    /** How many lines may pass at the moment of {@link #since}. */
    private int left = BURST;

    private long since;
    private long heldBack;

    /** Makes a limit at a given time in nanoseconds. */
    public RateLimit(long now) {
        since = now;
    }

    /** Asks for one line: returns how many were held back before it, or {@link #HELD_BACK}. */
    public synchronized long tryPass(long now) {
        long earned = Math.max(0, (now - since) / NANOS_A_LINE);
        left = (int) Math.min(BURST, left + earned);
        since += earned * NANOS_A_LINE;
        if (left == 0) {
            heldBack++;
            return HELD_BACK;
        }
        left--;
        return takeHeldBack();
    }

    /** Counts lines as held back: such as passed, and couldn't be written. */
    public synchronized void addHeldBack(long lines) {
        heldBack += lines;
    }

    /** Returns how many lines were held back since the last one, and counts from zero again. */
    public synchronized long takeHeldBack() {
        long before = heldBack;
        heldBack = 0;
        return before;
    }
}
