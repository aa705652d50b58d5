package dev.ropewalk.cluster;

import java.util.Objects;
import java.util.Optional;

/**
 * A message between nodes that wasn't handled, or a state that wasn't {@linkplain HandsOver handed over}, as the node sees it that has found that out: the sender's for what happened until the message was there, the receiver's from then on. So each
 * loss is told once.
 *
 * @param peer the other node; empty if it isn't known where the recipient would be
 * @param recipient the path of whom the message was for, as far as it is known; such as {@code /bank/account/17}, or {@code /bank/account/?} if the key couldn't be read. An actor that has stopped, and a question that is
 *     over, have only the number that other nodes know them by: {@code /bank/#49}. What the sender's node has found to be lost on its way to an actor or a topic of another node has that node before its path, and an answer to a question of another
 *     node has the node alone
 * @param message what was sent, or the state; empty if it is known to its sender only, or couldn't be read
 * @param reason why
 */
public record MessageLoss(Optional<Node> peer, String recipient, Optional<Object> message, Reason reason) {
    /** Refuses null. */
    public MessageLoss {
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(recipient, "recipient");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(reason, "reason");
    }

    /** Why a message wasn't handled. */
    public enum Reason {
        /** The sender had no credit: as much was on its way as may be. It was not sent. */
        NO_CREDIT,
        /** It has no place where it could be sent, as when no node is up that has the role for it, and it has waited for long, or too much waited already. It was not sent. */
        NO_PLACE,
        /** It has vanished on its way. */
        LINK,
        /** The other node is no member any more, and hadn't said whether it arrived: it may have been handled, or not. */
        NODE_GONE,
        /** It couldn't be read where it arrived. */
        MALFORMED,
        /** Its recipient isn't there: an actor that has stopped, or a type of entities that isn't hosted. So each answer is counted that comes when the question is over, since its time was up for instance. */
        NO_RECIPIENT,
        /** The mailbox was full. */
        MAILBOX_FULL,
        /** Its recipient has stopped before it came to it. */
        STOPPED,
        /** Code that it went through has failed: a codec, the constructor of a record, the key of an entity; or there was no memory for it. */
        FAILED,
        /** This node is closed. */
        CLOSED,
        /** It is no message, but the state of an entity that has moved, which wasn't handed over: the next entity of its key begins without it, or has. */
        HAND_OVER
    }
}
