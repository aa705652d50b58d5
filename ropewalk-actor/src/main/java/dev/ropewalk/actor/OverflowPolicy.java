package dev.ropewalk.actor;

/** What becomes of a message that is sent to a full mailbox. */
public enum OverflowPolicy {
    /**
     * The sender waits for room. A thread waits, platform or virtual. An actor that sends holds no worker: it is suspended after
     * its current message until there is room, while its own mailbox keeps accepting. Any other task of the scheduler that sends
     * holds its worker, for which a spare one takes over; {@link ActorRef#tellAsync} avoids that. When a cycle of actors wait for
     * each other, one message is let in over the capacity and a {@link MailboxCycle} is published and logged.
     */
    BLOCK,
    /** The message is dropped, and counted: see {@link MessagesDropped}. */
    DROP_NEWEST,
    /** The oldest message in the mailbox is dropped in its favour, and counted: see {@link MessagesDropped}. */
    DROP_OLDEST,
    /** Sending throws {@link MailboxFullException}. */
    FAIL,
    /** The message becomes a {@link DeadLetter}. */
    DEAD_LETTER
}
