package dev.ropewalk.lab.locality;

import java.util.concurrent.Executor;

/** What runs the actors of a contender. */
interface Pool extends AutoCloseable {
    /** Gets ready for an iteration. */
    default void resume() {}

    /** Returns where an actor submits its messages in this iteration. */
    Executor executorOf(int actor);

    /** Ends, after an iteration, what would use CPU while others are measured. */
    default void rest() {}

    @Override
    void close();

    /** Makes pools. */
    @FunctionalInterface
    interface Opener {
        /** Returns a pool for actors numbered from 0. */
        Pool open(int workers, int actors);
    }
}
