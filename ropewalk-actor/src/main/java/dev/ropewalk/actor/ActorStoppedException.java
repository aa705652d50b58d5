package dev.ropewalk.actor;

/** A question will not be answered, since the actor has stopped. */
public final class ActorStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ActorStoppedException(String message) {
        super(message);
    }
}
