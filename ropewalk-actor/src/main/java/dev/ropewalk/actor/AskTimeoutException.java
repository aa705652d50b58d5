package dev.ropewalk.actor;

import java.util.Objects;

/** No answer came in time. */
public final class AskTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a text that names the actor. */
    public AskTimeoutException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
