package dev.ropewalk.lab.graph;

import dev.ropewalk.lab.experiment.Params;

/** Runs a graph of actions, again and again. */
interface Runner extends AutoCloseable {
    /** Runs all actions; returns when they are done. */
    void run(Execution execution) throws Exception;

    @Override
    void close();

    /** Makes a runner ready for a graph. */
    @FunctionalInterface
    interface Opener {
        Runner open(Params params, ActionGraph graph, Capacities capacities);
    }
}
