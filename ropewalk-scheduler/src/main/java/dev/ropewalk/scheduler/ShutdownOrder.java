package dev.ropewalk.scheduler;

/** In which order the members of one phase of a {@link CoordinatedShutdown} are closed. */
public enum ShutdownOrder {
    /** All at once. */
    PARALLEL,

    /** One after another, the one that was added last first, so that none outlives what it was built on. */
    NEWEST_FIRST
}
