package dev.ropewalk.sim.catalogue;

/** Where a program runs that is made of threads alone: in a simulation, or in another tool that controls plain threads. */
public interface ThreadWorld {
    /**
     * Starts a thread of the program.
     *
     * @return the thread, for instance to be joined
     */
    Thread start(String name, Runnable body);

    /** Returns when all threads have ended. To be called once, by the thread that runs the program. */
    void run();
}
