package dev.ropewalk.graph.order;

import java.util.function.Consumer;

/** The run for which ready actions are put in order: what starts them, and how long it has gone on. */
public interface ActionStarter {
    /**
     * Collects what may start, in a thread that isn't the run's, and starts a thread for each.
     *
     * @param work adds to the list
     */
    void startOutside(Consumer<StartList> work);

    /** Returns how long the run has gone on, in nanoseconds. */
    long elapsedNanos();
}
