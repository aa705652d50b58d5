package dev.ropewalk.actor;

/** A message wasn't accepted because the mailbox is full, or the sender was interrupted while it waited for room. */
public final class MailboxFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MailboxFullException(String message) {
        super(message);
    }
}
