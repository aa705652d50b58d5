package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;

/** Tells of actors that stop. All methods may be called by any thread. */
public interface Termination {
    /** Is told of the stop of an actor. */
    interface Listener {
        /** Called once after the actor has stopped, never from within the methods of {@link Termination}. */
        void stopped(ActorRef<?> actor);
    }

    /**
     * Refuses what isn't an actor of the system.
     *
     * @throws IllegalArgumentException if nothing can be told of this ref
     */
    void check(ActorRef<?> actor);

    /**
     * Adds a listener; without effect if it is there. It is told soon if the actor has stopped.
     *
     * @throws IllegalArgumentException if nothing can be told of this ref, because it is no actor of the system
     */
    void addListener(ActorRef<?> actor, Listener listener);

    /** Removes a listener; it may still be told what is on its way. */
    void removeListener(ActorRef<?> actor, Listener listener);
}
