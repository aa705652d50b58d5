package dev.ropewalk.cluster.reliable;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.MessageLoss;
import org.jspecify.annotations.Nullable;

/**
 * The way of a sender's messages to the entity, and where the sender lives.
 *
 * @param <M> the type of the messages
 */
public interface Way<M> {
    ActorSystem system();

    /** Spawns the actor that sends. */
    <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> factory);

    /** Returns whether nothing can be sent any more. */
    boolean isClosed();

    /**
     * Makes the bytes of a message, with room for a stamp, in the code that sends it; null if they aren't needed as it looks.
     *
     * @throws dev.ropewalk.cluster.codec.EncodingException if it can't be sent
     */
    byte @Nullable [] encode(M message);

    /**
     * Sends a message; the actor that sends calls it, and is suspended if the message has to wait.
     *
     * @throws dev.ropewalk.cluster.codec.EncodingException if it never can be sent
     */
    void send(Pending<M> message, Stamp stamp);

    /** Makes the bytes of a message of its frame, which stands in an array from an offset to the end, as {@link #encode} does; null if they aren't needed as it looks. */
    default byte @Nullable [] wrap(byte[] frame, int offset) {
        return null;
    }

    /** All messages before a number were handled. Calls may come out of order. */
    default void handled(long before) {}

    /** Returns what becomes of messages that wait when the sender ends. */
    default String fateOfRest() {
        return "was given up";
    }

    /** A message was given up. */
    void lost(M message, MessageLoss.Reason reason);

    /** A message was sent again. */
    void redelivered();

    /** The sender has ended. */
    void ended(ReliableSender<?, M> sender);
}
