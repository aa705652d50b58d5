package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clusters that fall into two parts, with each way to decide which goes on, in each of many worlds. */
class SplitsInWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(15, 200));

    static List<SplitBrain> all() {
        return SplitWorld.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldNeverHaveTwoOfAKeyOrSingleton(SplitBrain splitBrain) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> new SplitWorld(splitBrain).run(simulation));
    }
}
