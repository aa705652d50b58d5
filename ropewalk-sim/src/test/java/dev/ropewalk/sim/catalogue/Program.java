package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.Simulation;

/** A program with a planted bug, which can be mended. */
@FunctionalInterface
interface Program {
    /**
     * Runs it in the first thread of a simulation.
     *
     * @param mended whether the bug is mended
     */
    void run(Simulation simulation, boolean mended) throws Exception;
}
