package dev.ropewalk.lab.channels;

/** All parties of a wiring on one runtime, spawned and waiting. */
interface Parties extends AutoCloseable {
    /** Begins a round, from a thread outside. */
    void start(Round round) throws InterruptedException;

    @Override
    void close();

    /** Makes the parties. */
    @FunctionalInterface
    interface Opener {
        Parties open(Wiring wiring, int workers) throws Exception;
    }
}
