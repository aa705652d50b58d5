package dev.ropewalk.cluster;

import java.util.Objects;

/** An entity has thrown while it handled a message. The cause is what it has thrown, if that was in this process; the text has it in any case. */
public final class EntityFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a text. */
    public EntityFailedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }

    /** Makes one with a text and what the entity has thrown. */
    public EntityFailedException(String message, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), Objects.requireNonNull(cause, "cause"));
    }
}
