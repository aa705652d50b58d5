package dev.ropewalk.actor;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Where actors register what they offer, and others find them. All methods may be called by any thread; none waits for an
 * actor. A change is seen by every look after its method has returned.
 */
public interface Receptionist {
    /**
     * Registers an actor for a service until it stops. Registering twice is registering once.
     *
     * @throws IllegalArgumentException if it is no actor of this system
     */
    <M> void register(ServiceKey<M> key, ActorRef<M> actor);

    /** Ends a registration; without effect if there is none. */
    <M> void deregister(ServiceKey<M> key, ActorRef<M> actor);

    /** Returns the actors that are registered for a service, the oldest registration first: an immutable snapshot. */
    <M> Set<ActorRef<M>> find(ServiceKey<M> key);

    /**
     * Sends a subscriber the actors that are registered, at once and after changes, until the subscriber stops. Changes that come close together
     * may come as one {@link Listing}; the last one always comes. One for a full mailbox comes as soon as there is room, if the
     * mailbox allows waiting.
     *
     * @throws IllegalArgumentException if the subscriber is no actor of this system
     */
    <M> void subscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber);

    /** Ends a subscription; without effect if there is none. */
    <M> void unsubscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber);

    /**
     * The actors that are registered for a service.
     *
     * @param key the service
     * @param actors those registered, the oldest registration first
     * @param <M> the type of the service's messages
     */
    record Listing<M>(ServiceKey<M> key, Set<ActorRef<M>> actors) {
        /** Makes a copy of the set, in the same order. */
        public Listing {
            Objects.requireNonNull(key, "key");
            for (ActorRef<M> actor : Objects.requireNonNull(actors, "actors")) {
                Objects.requireNonNull(actor, "null in actors");
            }
            actors = Collections.unmodifiableSet(new LinkedHashSet<>(actors));
        }
    }
}
