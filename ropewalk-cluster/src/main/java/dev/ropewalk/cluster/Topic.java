package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorRef;

/**
 * What is published to all subscribers in a cluster, on whatever nodes they are. Topics are the same if their names and types are; a topic is there as long as somebody uses it. Any thread may use it.
 *
 * <p>A message is sent once to each node that has subscribers, as far as the publisher's node knows: of a subscription the others learn a moment later. It comes to a subscriber once at most, and those of one publisher come in their order. What is lost on the way is
 * counted and told as any message is ({@link ClusterOptions#onLoss}).
 *
 * <p>Publishing is telling each subscriber. So it waits as {@link ActorRef#tell} does: for a subscriber of this node whose mailbox is full and blocks, and for a node to which as much is on its way as {@link LinkOptions} allow. What a subscriber
 * elsewhere hasn't taken out of its mailbox counts there, so that a slow one holds up the publishers, and with them the other subscribers. One that must not has a mailbox that drops or fails. If it fails, what it misses is a loss of the reason
 * {@link MessageLoss.Reason#MAILBOX_FULL}, which is told where the subscriber is, and no error for the publisher.
 *
 * @param <M> the type of the messages
 */
public interface Topic<M> {
    /** Returns the name. */
    String name();

    /** Returns the type of the messages. */
    Class<M> type();

    /**
     * Sends a message to all subscribers.
     *
     * @throws dev.ropewalk.cluster.codec.EncodingException if it must be sent to another node and can't be written; nobody gets it then
     * @throws dev.ropewalk.actor.SendInterruptedException if the thread was interrupted while it waited; the interrupt status stays set, and some subscribers
     *     may not get it
     */
    void publish(M message);

    /**
     * Has an actor of this node get what is published from now on, until it stops. Subscribing twice is subscribing once.
     *
     * @throws IllegalArgumentException if it is no actor of this node's system
     */
    void subscribe(ActorRef<? super M> subscriber);

    /** Ends a subscription; without effect if there is none. What is on its way may still come. */
    void unsubscribe(ActorRef<? super M> subscriber);
}
