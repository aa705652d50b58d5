package dev.ropewalk.cluster;

import dev.ropewalk.actor.Actor;

/**
 * Makes the behaviour of an entity, in the entity itself, when it begins and each time that it is restarted. Messages to it wait meanwhile. What
 * the factory throws is a failure of the entity, about which the supervision of its type decides.
 *
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
@FunctionalInterface
public interface EntityFactory<K, M> {
    /**
     * Makes a behaviour. An entity that loads its state first calls {@link dev.ropewalk.actor.ActorContext#pauseUntil} of its {@linkplain
     * EntityContext#actor() actor's context}: messages go on waiting then.
     *
     * @param entity the entity's own; it must not be passed on
     */
    Actor<M> create(EntityContext<K, M> entity) throws Exception;
}
