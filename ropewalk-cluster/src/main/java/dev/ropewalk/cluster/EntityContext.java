package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorContext;
import java.util.Optional;

/**
 * What an entity can do beside handling messages. It belongs to its entity, as an {@link ActorContext} does to its actor.
 *
 * @param <K> the type of the key
 * @param <M> the type of the messages
 */
public interface EntityContext<K, M> {
    /** Returns the key of this entity; any thread may ask. */
    K key();

    /**
     * Returns the entity's own ref, to give to others; any thread may ask. {@link ActorContext#self()} is the ref of the actor that the
     * entity is at the moment: what is sent by that is lost when the entity has been passivated.
     */
    EntityRef<K, M> self();

    /**
     * Returns the context of the actor that the entity is. An entity that stops itself there, other than by {@link #passivate}, makes dead letters
     * of what waits for it.
     */
    ActorContext<M> actor();

    /**
     * Returns the state that the entity of this key on another node has handed over, when the shard has moved here: see {@link HandsOver}. It is there for
     * {@link EntityFactory#create} to ask for, until that has returned an entity once; empty if there is none.
     *
     * @throws ClassCastException if it is of another type
     */
    <S> Optional<S> handedOver(Class<S> type);

    /**
     * Has this entity stop when it has handled what waits for it. What is sent to it from now on is for the next one of its key. Does
     * nothing if it is to stop already. Any thread may call this. One that is {@linkplain EntityOptions#remembered remembered} is forgotten by that.
     */
    void passivate();
}
