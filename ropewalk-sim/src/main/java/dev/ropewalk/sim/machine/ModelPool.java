package dev.ropewalk.sim.machine;

import java.util.concurrent.Executor;

/** What runs actors on a modelled machine. */
public interface ModelPool {
    /** Returns where an actor submits its messages. */
    Executor executorOf(int actor);

    /** Returns how many tasks ran where their strand is at home, 0 where nothing has a home. */
    default long homeHits() {
        return 0;
    }

    /** Returns how many tasks or strands were taken from another worker. */
    default long steals() {
        return 0;
    }

    /** Ends the threads. The machine is over then. */
    void close();
}
