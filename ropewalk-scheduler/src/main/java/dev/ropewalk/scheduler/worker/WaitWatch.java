package dev.ropewalk.scheduler.worker;

/**
 * Tells how long the head of a queue has waited, from the outside: the queue says which head it is by a number that never
 * comes again, and the watch remembers since when it has seen that number. Not thread-safe.
 */
public final class WaitWatch {
    private long head = -1;
    private long since;

    /** Returns for how many nanoseconds this head has been seen, 0 at the first sight of it or if there is none. */
    public long waited(long seenHead, boolean present, long now) {
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
