package dev.ropewalk.scheduler;

import java.util.Set;
import java.util.concurrent.ExecutorService;

/** Makes what the contract of executor services is checked against. */
public interface ExecutorSubject {
    /** Returns an executor service that runs so many tasks at once, if it has a bound. */
    ExecutorService open(int threads);

    /** Ends one and what belongs to it. */
    default void dispose(ExecutorService executor) {
        executor.shutdownNow();
    }

    /** Returns whether tasks wait while as many run as there are threads. */
    default boolean isBounded() {
        return true;
    }

    /** Returns the promises that it is known to break. */
    default Set<Promise> broken() {
        return Set.of();
    }
}
