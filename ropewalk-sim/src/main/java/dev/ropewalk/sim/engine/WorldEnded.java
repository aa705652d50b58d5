package dev.ropewalk.sim.engine;

import java.io.Serial;

/** Thrown in the threads of a world that has ended, so that they end, too. */
final class WorldEnded extends Error {
    @Serial
    private static final long serialVersionUID = 1;

    WorldEnded() {
        super("the simulation has ended", null, false, false);
    }
}
