package dev.ropewalk.cluster.testkit;

import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import org.junit.jupiter.api.Test;

/** Remembered entities on many nodes, in each of many worlds. */
class RememberedInWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(30, 300));

    @Test
    void shouldLiveOnceWhoeverFails() {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> new RememberedWorld().run(simulation));
    }
}
