package dev.ropewalk.actor;

/**
 * A message that nobody handled. Dead letters are published on the {@linkplain ActorSystem#events() event stream}, and logged
 * at a limited rate.
 *
 * @param message what was sent
 * @param recipient to whom
 * @param reason why it wasn't handled
 */
public record DeadLetter(Object message, ActorRef<?> recipient, Reason reason) {
    /** Why a message wasn't handled. */
    public enum Reason {
        /** The actor had stopped, or stopped before it came to the message. */
        STOPPED,
        /** The mailbox was full. */
        MAILBOX_FULL,
        /** The actor dropped its stash. */
        UNSTASHED
    }
}
