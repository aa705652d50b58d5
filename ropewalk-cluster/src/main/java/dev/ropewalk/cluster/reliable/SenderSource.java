package dev.ropewalk.cluster.reliable;

import dev.ropewalk.cluster.ReliableOptions;
import java.util.function.UnaryOperator;

/** The ref of an entity, which can have senders that outlive their process. */
public interface SenderSource<K, M> {
    /**
     * Makes a sender.
     *
     * @param around makes the way that the sender takes of the one to the entity
     * @throws IllegalStateException if the cluster is closed
     */
    ReliableSender<K, M> open(ReliableOptions options, Start start, UnaryOperator<Way<M>> around);
}
