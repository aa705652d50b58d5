package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.support.SystemServices;

/**
 * The ref of an actor whose end can be told: an actor of this process, or one of another process, of whose end something above this module hears. Any thread may call its methods, which don't wait.
 *
 * @param <M> the type of the messages
 */
public interface Watched<M> extends ActorRef<M> {
    /** Has a watcher told when the actor has stopped, once; soon if it has. Without effect if that is so already. */
    void beginWatch(Watcher watcher);

    /** Has a watcher not told any more; what is on its way may still be told. */
    void endWatch(Watcher watcher);

    /** Returns whether the actor is known to have stopped. */
    boolean isStopped();

    /** Returns the system whose actors may watch it. */
    SystemServices system();
}
