package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.Simulation;

/**
 * The points at which a simulation may let another thread go first. Another tool finds such places by itself: there the points are
 * left out, since what they read would be one more place.
 */
final class Points {
    private static final boolean ARE_LEFT_OUT = Boolean.getBoolean(Catalogue.PLAIN);

    private Points() {}

    static void before(Object resource) {
        if (!ARE_LEFT_OUT) {
            Simulation.point(resource);
        }
    }
}
