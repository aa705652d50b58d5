package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.cell.Cell;

/** Who wants to know that an actor has stopped. */
public interface Watcher {
    /** Called once, by the actor that has stopped. */
    void stopped(Cell<?> actor);
}
