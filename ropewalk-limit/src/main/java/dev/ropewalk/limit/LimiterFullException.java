package dev.ropewalk.limit;

/** Thrown to a caller that would have to wait for a permit when as many wait as may. */
public final class LimiterFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimiterFullException(String limiter, int maxWaiting, int limit) {
        super("limiter '" + limiter + "' is full: " + maxWaiting + " wait, which is the maximum, for one of " + limit
                + " permits");
    }
}
