package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.Stamp;
import org.jspecify.annotations.Nullable;

/** A message whose sender sends it again if it is lost. */
final class ReliableOutgoing extends Outgoing {
    final ReliableSender<?, ?> sender;
    final Stamp stamp;

    /**
     * Makes one.
     *
     * @param message null if only its bytes are known, or it was given up
     */
    ReliableOutgoing(
            String recipient,
            @Nullable Object message,
            Object key,
            byte[] bytes,
            ReliableSender<?, ?> sender,
            Stamp stamp) {
        super(recipient, message, key, bytes, null);
        this.sender = sender;
        this.stamp = stamp;
    }

    /** This is lost, which is nobody's loss. */
    void lost(Reason reason) {
        sender.lost(stamp, reason);
    }
}
