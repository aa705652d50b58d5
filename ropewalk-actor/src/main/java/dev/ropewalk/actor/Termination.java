package dev.ropewalk.actor;

/** Tells of actors that stop. All methods may be called by any thread. */
interface Termination {
    /** Is told of the stop of an actor. */
    interface Listener {
        /** Called at least once after the actor has stopped, in any thread that holds no lock of the actor's. */
        void stopped(ActorRef<?> actor);
    }

    /** Adds a listener, and calls it at once if the actor has stopped. Adding it twice is adding it once. */
    void addListener(ActorRef<?> actor, Listener listener);

    /** Removes a listener; without effect if it isn't there. */
    void removeListener(ActorRef<?> actor, Listener listener);

    /** Returns whether an actor has stopped. */
    boolean isStopped(ActorRef<?> actor);
}
