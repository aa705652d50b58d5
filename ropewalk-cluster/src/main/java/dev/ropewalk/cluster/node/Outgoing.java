package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.mailbox.Bulky;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A message on its way out. Two are never the same. A larger one takes more of the room in which it waits to leave. */
class Outgoing extends Bulky {
    /** So many bytes take a place in the mailbox of an {@link Outlet}. */
    static final int PLACE_BYTES = 256;

    /** As many places as a message takes at most. */
    private static final int MAX_PLACES = 1 << 16;

    /** The path of whom it is for. */
    final String recipient;

    /** What was sent; null if it has come back, and only its bytes are known. */
    final @Nullable Object message;

    /** The entity's key; null if it is for an actor. */
    final @Nullable Object key;

    /** Empty for what only has an {@link Outlet} look. */
    final byte[] bytes;

    /** The answer that somebody waits for; null if nobody does. */
    final @Nullable CompletableFuture<?> answer;

    Outgoing(
            String recipient,
            @Nullable Object message,
            @Nullable Object key,
            byte[] bytes,
            @Nullable CompletableFuture<?> answer) {
        this.recipient = recipient;
        this.message = message;
        this.key = key;
        this.bytes = bytes;
        this.answer = answer;
    }

    @Override
    public int places() {
        return Math.min(1 + bytes.length / PLACE_BYTES, MAX_PLACES);
    }

    /** Returns the loss of this. */
    MessageLoss lost(Optional<Node> peer, MessageLoss.Reason reason) {
        return new MessageLoss(peer, recipient, Optional.ofNullable(message), reason);
    }
}
