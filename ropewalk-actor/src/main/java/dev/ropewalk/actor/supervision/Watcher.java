package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.ActorRef;

/** What is told that an actor has stopped. */
public interface Watcher {
    /** Called once, by the actor that has stopped. */
    void stopped(ActorRef<?> actor);
}
