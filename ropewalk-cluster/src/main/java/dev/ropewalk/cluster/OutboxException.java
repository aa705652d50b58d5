package dev.ropewalk.cluster;

import java.util.Objects;

/** The folder of an {@link Outbox} can't be opened, or can't take a message: the disk is full, for instance, another process has it open, or it is of another cluster. */
public final class OutboxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a text. */
    public OutboxException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }

    /** Makes one with a text and the reason. */
    public OutboxException(String message, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), Objects.requireNonNull(cause, "cause"));
    }
}
