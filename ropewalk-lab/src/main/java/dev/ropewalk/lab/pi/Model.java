package dev.ropewalk.lab.pi;

/** A concurrency model at work: how jobs get to the computing threads or actors, and results into one total. */
interface Model extends AutoCloseable {
    /** Starts what would use the CPU while others are measured; called before each computation. */
    default void wake() {}

    /** Ends it again; called after each computation. */
    default void rest() {}

    /** Computes all slices, each as a job of its own, and returns their total. Idle between calls. */
    double sum() throws Exception;

    @Override
    void close();

    /** Makes a model ready. */
    @FunctionalInterface
    interface Opener {
        Model open(Slices slices) throws Exception;
    }
}
