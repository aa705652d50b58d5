package dev.ropewalk.actor;

import java.util.Objects;

/**
 * An actor has failed. Published on the {@linkplain ActorSystem#events() event stream}, and logged. An escalated failure is
 * published once for each actor that it becomes a failure of.
 *
 * @param actor the failed actor
 * @param cause what it threw
 * @param directive what was decided about it
 */
public record ActorFailure(ActorRef<?> actor, Throwable cause, Directive directive) {
    /** Refuses null. */
    public ActorFailure {
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(directive, "directive");
    }
}
