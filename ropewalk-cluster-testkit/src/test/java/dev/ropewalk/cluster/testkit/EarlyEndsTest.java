package dev.ropewalk.cluster.testkit;

import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import org.junit.jupiter.api.Test;

/** Remembered entities that end while others begin by themselves, in each of many worlds. */
class EarlyEndsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(10, 100));

    @Test
    void shouldNotBeginOnceMore() {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> new EarlyEndsWorld().run(simulation));
    }
}
