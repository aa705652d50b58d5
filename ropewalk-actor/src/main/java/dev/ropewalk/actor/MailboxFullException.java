package dev.ropewalk.actor;

/** A message wasn't accepted because the mailbox is full. */
public final class MailboxFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MailboxFullException(String message) {
        super(message);
    }
}
