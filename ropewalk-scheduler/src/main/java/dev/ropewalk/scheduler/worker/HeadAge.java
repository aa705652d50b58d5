package dev.ropewalk.scheduler.worker;

/**
 * How long the head of a queue has waited, as seen from outside: the queue tells its head by a number that never comes again,
 * and this remembers since when it has seen that number. Not thread-safe.
 */
public final class HeadAge {
    private long head = -1;
    private long since;

    /**
     * Notes which head is seen at this moment; returns for how many nanoseconds it has been seen, 0 at the first sight of it or
     * if there is none.
     */
    public long observe(long seenHead, boolean present, long now) {
        if (!present) {
            forget();
            return 0;
        }
        if (seenHead != head) {
            head = seenHead;
            since = now;
        }
        return now - since;
    }

    /** Begins anew, with whatever is seen next. */
    public void forget() {
        head = -1;
    }
}
