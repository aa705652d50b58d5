package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.ActorRef;

/** What is told that an actor has stopped. */
public interface Watcher {
    /** Called once: by the actor that has stopped; for one of another node by whichever thread hears of it. It must not wait. */
    void stopped(ActorRef<?> actor);
}
