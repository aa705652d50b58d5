package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import org.junit.jupiter.api.Test;

/** Links over a net that loses frames, in simulations. */
class LinkWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(500, 5000));

    private static void check(int runs, SimulationBody body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(runs),
                body);
    }

    @Test
    void shouldSettleEverythingAcrossALossyNet() {
        check(RUNS, new LinkWorld());
    }

    @Test
    void shouldSettleManyFrames() {
        check(RUNS / 50, new LinkWorld(new LinkOptions(1024, 1 << 20), 500));
    }

    @Test
    void shouldRunStepsOneAtATime() {
        check(RUNS, new TurnWorld());
    }

    @Test
    void shouldSettleEverythingAtItsEnd() {
        check(RUNS, new LinkEndWorld());
    }
}
