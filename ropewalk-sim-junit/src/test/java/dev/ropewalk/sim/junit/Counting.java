package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.Simulation;

/** A counter whose increment isn't atomic: two threads may lose one. */
final class Counting {
    private int value;

    void increment() {
        Simulation.point(this);
        int seen = value;
        Simulation.point(this);
        value = seen + 1;
    }

    /** Lets two threads increment it and returns what it comes to. */
    int afterTwo(Simulation simulation) {
        simulation.start("one", this::increment);
        simulation.start("two", this::increment);
        simulation.run();
        return value;
    }
}
