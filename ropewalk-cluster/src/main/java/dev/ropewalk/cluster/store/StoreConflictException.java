package dev.ropewalk.cluster.store;

import java.util.Objects;

/** A state wasn't saved, since the store has another version than the one that it was made from: somebody else has saved it. */
public final class StoreConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The version that was expected. */
    private final long expectedVersion;

    /** The version that was found. */
    private final long foundVersion;

    /**
     * Makes one.
     *
     * @param key whose state it is
     * @param expectedVersion the version that the store should have
     * @param foundVersion the version that it has; zero if it has none
     */
    public StoreConflictException(Object key, long expectedVersion, long foundVersion) {
        super("the state of " + Objects.requireNonNull(key, "key") + " was to be saved over version " + expectedVersion
                + ", but the store has version " + foundVersion);
        this.expectedVersion = expectedVersion;
        this.foundVersion = foundVersion;
    }

    /** Returns the version that the store should have had. */
    public long expectedVersion() {
        return expectedVersion;
    }

    /** Returns the version that the store has; zero if it has none. */
    public long foundVersion() {
        return foundVersion;
    }
}
