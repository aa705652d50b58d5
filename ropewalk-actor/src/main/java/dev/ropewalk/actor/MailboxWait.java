package dev.ropewalk.actor;

import java.util.Objects;

/**
 * An actor that waits for room in the mailbox of another.
 *
 * @param sender path of the actor that waits
 * @param recipient path of the one whose mailbox is full
 * @param messages how many messages wait for that room
 */
public record MailboxWait(String sender, String recipient, int messages) {
    /** Checks that nothing is null. */
    public MailboxWait {
        Objects.requireNonNull(sender, "sender");
        Objects.requireNonNull(recipient, "recipient");
    }
}
