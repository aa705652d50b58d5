package dev.ropewalk.actor;

import java.util.Objects;

/** A question will not be answered, since the actor has stopped. */
public final class ActorStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a text that names the actor. */
    public ActorStoppedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
