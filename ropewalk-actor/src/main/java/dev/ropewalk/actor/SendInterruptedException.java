package dev.ropewalk.actor;

import java.util.Objects;

/**
 * The sending thread was interrupted while it waited for room in a full mailbox. The message wasn't sent, and the thread's
 * interrupt status is set.
 */
public final class SendInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a text that names the actor. */
    public SendInterruptedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
