package dev.ropewalk.cluster.testkit;

import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import org.junit.jupiter.api.Test;

/** Channels between nodes, in each of many worlds. */
class ChannelsInWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(60, 600));

    @Test
    void shouldReceiveOrTellAllThatWasAccepted() {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> new ChannelWorld().run(simulation));
    }
}
