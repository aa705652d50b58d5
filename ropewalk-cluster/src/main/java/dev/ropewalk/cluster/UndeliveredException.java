package dev.ropewalk.cluster;

import java.util.Objects;

/** A message that was to be delivered at least once was given up. It isn't known to be handled: it was, or it wasn't. */
public final class UndeliveredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a text. */
    public UndeliveredException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }

    /** Makes one with a text and the reason. */
    public UndeliveredException(String message, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), Objects.requireNonNull(cause, "cause"));
    }
}
