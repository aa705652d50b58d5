package dev.ropewalk.actor;

/**
 * Makes the behaviour of an actor, when it is spawned and each time that it is restarted. It must return a fresh one, or
 * state of a failed actor would live on in its successor.
 *
 * @param <M> the type of the actor's messages
 */
@FunctionalInterface
public interface ActorFactory<M> {
    /**
     * Makes a behaviour. Runs in the thread that spawns the actor, and in the actor itself on a restart. Messages that
     * arrive meanwhile wait.
     *
     * @param context the actor's own; it belongs to the actor and must not be passed on
     */
    Actor<M> create(ActorContext<M> context) throws Exception;
}
