package dev.ropewalk.cluster.store;

import java.util.Objects;

/**
 * A message that was stored with the state of its sender, to be sent after that. It may come more than once: whoever gets it knows it by the sender's key and the number.
 *
 * @param number above that of all earlier messages of the same sender, though there may be gaps; a sender's messages are sent in this order
 * @param message what is to be sent
 * @param <O> the type of the message
 */
public record OutboxMessage<O>(long number, O message) {
    /** Checks the parts. */
    public OutboxMessage {
        Objects.requireNonNull(message, "message");
    }
}
