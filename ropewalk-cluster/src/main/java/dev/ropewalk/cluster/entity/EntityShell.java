package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorCreationException;
import dev.ropewalk.actor.Signal;
import dev.ropewalk.actor.cell.LabelledFactory;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.idle.Passivated;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour that stands for an entity's own until that can be made: when the entity before has stopped. The entity's own handles the messages then,
 * and this one hands the signals and the hooks on to it.
 */
final class EntityShell<K, M> implements Actor<M>, EntityContext<K, M>, Passivated {
    /**
     * Makes the actor of a slot, whose failures are logged with the key.
     *
     * @param slot the entity that the actor is
     */
    record Factory<K, M>(EntitySlot<K, M> slot) implements LabelledFactory<M> {
        @Override
        public Actor<M> create(ActorContext<M> context) {
            return new EntityShell<>(slot, context);
        }

        @Override
        public String label() {
            return "key " + slot.key;
        }
    }

    private final EntitySlot<K, M> slot;
    private final ActorContext<M> context;
    private @Nullable Actor<M> behaviour;

    /** What the owner before has handed over, while the behaviour is made. */
    private @Nullable Object inherited;

    EntityShell(EntitySlot<K, M> slot, ActorContext<M> context) {
        this.slot = slot;
        this.context = context;
        context.pauseUntil(slot.mayBegin(), (nothing, failure) -> begin());
    }

    private void begin() {
        slot.begun();
        try {
            inherited = slot.shard.inherited(slot.key);
            Actor<M> made = Objects.requireNonNull(slot.region.factory().create(this), "the factory returned null");
            slot.shard.made(slot.key);
            slot.region.warnOfUnusedHandOver(made);
            context.become(made);
            behaviour = made;
            inherited = null;
        } catch (RuntimeException | Error unchecked) {
            throw unchecked;
        } catch (Exception thrown) {
            throw new ActorCreationException(self().path() + " could not be made: " + thrown, thrown);
        }
    }

    // The actor

    @Override
    public void receive(M message) {
        throw new IllegalStateException(
                self().path() + " can't handle a message: it couldn't be made, and its supervision has resumed it");
    }

    @Override
    public void receiveSignal(Signal signal) throws Exception {
        if (behaviour != null) {
            behaviour.receiveSignal(signal);
        }
    }

    @Override
    public void preRestart(Throwable cause) throws Exception {
        if (behaviour != null) {
            behaviour.preRestart(cause);
        }
    }

    @Override
    public void postStop() throws Exception {
        try {
            if (behaviour instanceof HandsOver<?> leaving) {
                slot.shard.leave(slot.key, leaving);
            }
        } finally {
            end();
        }
    }

    private void end() throws Exception {
        try {
            slot.region.ends(slot);
            if (behaviour != null) {
                behaviour.postStop();
            }
        } finally {
            slot.over();
        }
    }

    // The context

    @Override
    public K key() {
        return slot.key;
    }

    @Override
    public EntityRef<K, M> self() {
        return slot.region.entity(slot.key);
    }

    @Override
    public ActorContext<M> actor() {
        return context;
    }

    @Override
    public <S> Optional<S> handedOver(Class<S> type) {
        return Optional.ofNullable(type.cast(inherited));
    }

    @Override
    public void stayActive(boolean value) {
        slot.stays = value;
    }

    @Override
    public void passivate() {
        slot.shard.endForGood(slot);
    }
}
