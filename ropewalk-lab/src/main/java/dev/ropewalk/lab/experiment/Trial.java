package dev.ropewalk.lab.experiment;

/**
 * A contender made ready for one cell, in its own JVM: state allocated, pool started. Between iterations it must use no
 * CPU, since another contender is measured meanwhile: what polls or spins when idle is started and ended in each
 * iteration, outside the part that counts.
 */
public interface Trial extends AutoCloseable {
    /** Runs one iteration of a pass. */
    Outcome run(Pass pass) throws Exception;

    /** Ends all threads and drops all state. */
    @Override
    void close();
}
