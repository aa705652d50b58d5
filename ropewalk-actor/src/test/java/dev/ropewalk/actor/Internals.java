package dev.ropewalk.actor;

import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.system.LocalActorSystem;

/** The way from the API to what is behind it. */
public final class Internals {
    private Internals() {}

    public static LocalActorSystem of(ActorSystem system) {
        return (LocalActorSystem) system;
    }

    public static Cell<?> cellOf(ActorSystem system, ActorRef<?> actor) {
        return of(system).cellOf(actor);
    }
}
