package dev.ropewalk.cluster.testkit;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.Sample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulated engine keeps what each engine must, on a real scheduler and in simulations. */
class EngineContractTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(10, 100));

    @ParameterizedTest
    @EnumSource
    void shouldBeKeptOnARealScheduler(EngineContract rule) {
        try (Scheduler scheduler = Scheduler.create()) {
            rule.check(SimulatedFixture.of(SimulatedNetwork.builder(), scheduler));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeKeptInSimulations(EngineContract rule) {
        simulate(rule, 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeKeptWhileFramesAreLost(EngineContract rule) {
        simulate(rule, 0.2);
    }

    private static void simulate(EngineContract rule, double lossRate) {
        Simulations.check(SimulationOptions.defaults().name(rule.name()).runs(RUNS), simulation -> {
            long seed = simulation.scheduler().random().nextLong();
            SimulatedNetworkBuilder network =
                    SimulatedNetwork.builder().seed(seed).lossRate(lossRate);
            rule.check(SimulatedFixture.of(network, simulation.scheduler()));
        });
    }
}
