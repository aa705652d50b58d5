package dev.ropewalk.actor;

/** Who wants to know that an actor has stopped. */
interface Watcher {
    /** Called once, by the actor that has stopped. */
    void stopped(Cell<?> actor);
}
