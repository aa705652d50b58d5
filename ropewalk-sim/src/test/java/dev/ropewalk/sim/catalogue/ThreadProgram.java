package dev.ropewalk.sim.catalogue;

/**
 * A program with a planted bug that is made of threads alone, so that other tools can run it, too. What it keeps books with is safe
 * for threads: only the planted bug goes wrong, however finely a tool cuts the program.
 */
@FunctionalInterface
public interface ThreadProgram {
    /**
     * Runs it in the world's first thread.
     *
     * @param mended whether the bug is mended
     */
    void run(ThreadWorld world, boolean mended) throws Exception;
}
