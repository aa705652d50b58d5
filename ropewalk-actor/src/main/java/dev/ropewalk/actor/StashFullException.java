package dev.ropewalk.actor;

import java.util.Objects;

/** A message wasn't stashed because the stash is full. */
public final class StashFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a text that names the actor. */
    public StashFullException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
