package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.Simulation;

/** The threads of a simulation. */
record SimulatedThreads(Simulation simulation) implements ThreadWorld {
    @Override
    public Thread start(String name, Runnable body) {
        return simulation.start(name, body);
    }

    @Override
    public void run() {
        simulation.run();
    }
}
