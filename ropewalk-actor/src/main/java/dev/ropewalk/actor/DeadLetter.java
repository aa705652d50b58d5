package dev.ropewalk.actor;

import java.util.Objects;

/**
 * A message that no actor handled. Dead letters are published on the {@linkplain ActorSystem#events() event stream}, and logged
 * at level {@code INFO}: the first 10 within 5 seconds each with its recipient and the type of the message, the others as a
 * number.
 *
 * <p>A message that is a dead letter itself, on its way to a subscriber that has stopped for instance, is neither published nor
 * logged nor counted when no actor handles it: to publish it again might go on for ever.
 *
 * @param message what was sent
 * @param recipient the actor that it was sent to
 * @param reason why it wasn't handled
 */
public record DeadLetter(Object message, ActorRef<?> recipient, Reason reason) {
    /** Refuses null. */
    public DeadLetter {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(recipient, "recipient");
        Objects.requireNonNull(reason, "reason");
    }

    /** Why a message wasn't handled. */
    public enum Reason {
        /** The actor had stopped, or stopped before it came to the message. Of a {@link Router}: all its routees had. Of an {@link ActorGroup}: always. */
        STOPPED,
        /** The mailbox was full. */
        MAILBOX_FULL,
        /** The actor dropped its stash. */
        UNSTASHED
    }
}
