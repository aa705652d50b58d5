package dev.ropewalk.scheduler;

import java.util.concurrent.ExecutorService;

/** Makes what the contract of executor services is checked against. */
public interface ExecutorSubject {
    /** Returns an executor service that runs so many tasks at once. */
    ExecutorService open(int threads);

    /** Ends one and what belongs to it. */
    default void dispose(ExecutorService executor) {
        executor.shutdownNow();
    }

    /** Returns whether a task is run or handed back that comes at the very moment of its end. */
    default boolean losesNothingAtItsEnd() {
        return true;
    }
}
