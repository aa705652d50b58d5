package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorRef;

/**
 * The address of an entity. It stays valid however often the entity is passivated: what is sent starts it if it isn't there. The forms of
 * sending are those of {@link ActorRef}. Keep one rather than ask for it each time: it remembers where the entity is.
 *
 * <p>Messages from one sender to one entity arrive in the order in which they were sent, also while it is passivated and starts again. Its
 * bounded mailbox bounds what waits then as well. An actor that sends to an entity that is about to stop isn't suspended by a full mailbox: the
 * message waits in line.
 *
 * <p>A message becomes a dead letter if the entity stops by itself, or by a failure, before it has come to it, if it is in the entity's stash when that
 * is passivated, and when the cluster is closed.
 *
 * <p>These forms of sending deliver at most once. {@link #reliable()} makes a sender that delivers at least once.
 *
 * <p>{@code ActorSystem} doesn't know entities by their refs: they can't be stopped or watched there. {@link Entities#passivate} stops one. Two refs
 * are equal if they address the same key of the same type in the same cluster.
 *
 * @param <K> the type of the key
 * @param <M> the type of the messages that the entity understands
 */
public interface EntityRef<K, M> extends ActorRef<M> {
    /** Returns the type of the entity. */
    EntityType<K, M> type();

    /** Returns the key of the entity. */
    K key();

    /** Returns a sender whose messages to this entity are delivered at least once, with the {@linkplain ReliableOptions#defaults() defaults}. What it keeps ends with this process; an {@link Outbox} has senders whose messages don't. */
    default ReliableRef<K, M> reliable() {
        return reliable(ReliableOptions.defaults());
    }

    /**
     * Returns a sender whose messages to this entity are delivered at least once. Each call makes another one, whose messages are in no order with those of others: keep it, and close it.
     *
     * @throws IllegalStateException if the cluster or its actor system is closed
     */
    ReliableRef<K, M> reliable(ReliableOptions options);

    /** Returns the path of the entity: that of its type, and its key as text, such as {@code /bank/account/17}. */
    @Override
    String path();
}
