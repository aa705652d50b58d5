package dev.ropewalk.cluster.reliable;

/**
 * Asks somebody to look, once until he does. Any thread may use it.
 *
 * <p>Why nobody counts on a look that never comes. A question counts only when it was asked, and if he hasn't begun to look since before that: so he will. Whoever comes while another asks, which may fail for want of memory, asks as well.
 */
final class Looks {
    private final Runnable ask;

    /** Whether he was asked, and hasn't begun to look since. */
    private boolean isAsked;

    /** How often he has begun. */
    private long begun;

    /** @param ask asks him; several threads may do so at a time */
    Looks(Runnable ask) {
        this.ask = ask;
    }

    /** He begins to look: what has changed by now, he sees. */
    synchronized void begin() {
        isAsked = false;
        begun++;
    }

    /** Something has changed. */
    void ask() {
        long before;
        synchronized (this) {
            if (isAsked) {
                return;
            }
            before = begun;
        }
        ask.run();
        synchronized (this) {
            if (isAt(before)) {
                isAsked = true;
            }
        }
    }

    /** Whether he has begun so often, and not again since. Called with the lock. */
    private boolean isAt(long count) {
        return begun == count;
    }
}
