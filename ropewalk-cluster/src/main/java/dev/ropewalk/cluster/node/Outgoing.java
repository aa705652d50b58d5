package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A message on its way out. Two are never the same. */
class Outgoing {
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

    /** Returns the loss of this. */
    MessageLoss lost(Optional<Node> peer, MessageLoss.Reason reason) {
        return new MessageLoss(peer, recipient, Optional.ofNullable(message), reason);
    }
}
