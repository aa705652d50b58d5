package dev.ropewalk.limit.algorithm;

/**
 * Tells which signs of overload call for another step back. Requests that were in flight when the limit went down were admitted
 * under the old limit: what becomes of them says nothing about the lower one.
 */
public final class BackOff {
    private boolean happened;
    private long last;

    /** Returns whether a request that ended badly began after the last step back; if so, this is the last one from now on. */
    public boolean beginIfDue(long now, long roundTripNanos) {
        if (happened && now - roundTripNanos - last < 0) {
            return false;
        }
        happened = true;
        last = now;
        return true;
    }
}
