package dev.ropewalk.actor;

/** A factory threw a checked exception when an actor was spawned. */
public final class ActorCreationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ActorCreationException(String message, Throwable cause) {
        super(message, cause);
    }
}
