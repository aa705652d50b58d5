package dev.ropewalk.lab.graph;

/** Runs graphs of actions on threads of its own. */
interface Runner extends AutoCloseable {
    /** Runs all actions; returns when they are done. */
    void run(Execution execution) throws Exception;

    @Override
    void close();

    /** Makes a runner ready. */
    @FunctionalInterface
    interface Opener {
        Runner open(Capacities capacities);
    }
}
