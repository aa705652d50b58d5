package dev.ropewalk.actor;

/** A message wasn't stashed because the stash is full. */
public final class StashFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StashFullException(String message) {
        super(message);
    }
}
