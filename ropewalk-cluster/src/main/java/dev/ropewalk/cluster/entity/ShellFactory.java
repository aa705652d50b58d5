package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.cell.LabelledFactory;

/**
 * Makes the actor of a slot, whose failures are logged with the key.
 *
 * @param slot the entity that the actor is
 */
record ShellFactory<K, M>(EntitySlot<K, M> slot) implements LabelledFactory<M> {
    @Override
    public Actor<M> create(ActorContext<M> context) {
        return new EntityShell<>(slot, context);
    }

    @Override
    public String label() {
        return "key " + slot.key;
    }
}
