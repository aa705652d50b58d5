package dev.ropewalk.cluster.link;

import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import org.junit.jupiter.api.Test;

/** Links over a net that loses frames, in simulations. */
class LinkWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(500, 5000));

    private static void check(SimulationBody body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                body);
    }

    @Test
    void shouldSettleEverythingAcrossALossyNet() {
        check(new LinkWorld());
    }

    @Test
    void shouldSettleEverythingAtItsEnd() {
        check(new LinkEndWorld());
    }
}
