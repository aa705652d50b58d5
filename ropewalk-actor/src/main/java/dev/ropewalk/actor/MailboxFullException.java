package dev.ropewalk.actor;

import java.util.Objects;

/** A message wasn't accepted because the mailbox is full. */
public final class MailboxFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a text that names the actor. */
    public MailboxFullException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
