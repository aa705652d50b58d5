package dev.ropewalk.actor;

import java.util.Objects;

/**
 * A watched actor has stopped, or had stopped before it was watched. Comes once for each watch.
 *
 * @param actor the watched actor
 */
public record Terminated(ActorRef<?> actor) implements Signal {
    /** Refuses null. */
    public Terminated {
        Objects.requireNonNull(actor, "actor");
    }
}
