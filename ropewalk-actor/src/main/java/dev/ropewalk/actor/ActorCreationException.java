package dev.ropewalk.actor;

import java.util.Objects;

/** A factory threw a checked exception when an actor was spawned. */
public final class ActorCreationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a text that names the actor. */
    public ActorCreationException(String message, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), Objects.requireNonNull(cause, "cause"));
    }
}
