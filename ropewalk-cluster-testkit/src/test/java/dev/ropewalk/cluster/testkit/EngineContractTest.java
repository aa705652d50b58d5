package dev.ropewalk.cluster.testkit;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulated engine keeps what each engine must, on a real scheduler and in simulations. */
class EngineContractTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", 20);

    @ParameterizedTest
    @EnumSource
    void shouldBeKeptOnARealScheduler(EngineContract rule) {
        try (Scheduler scheduler = Scheduler.create()) {
            rule.check(SimulatedFixture.of(SimulatedNetwork.builder(), scheduler));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeKeptWhileFramesAreLost(EngineContract rule) {
        try (Scheduler scheduler = Scheduler.create()) {
            rule.check(SimulatedFixture.of(SimulatedNetwork.builder().lossRate(0.2), scheduler));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeKeptInSimulations(EngineContract rule) {
        Simulations.check(SimulationOptions.defaults().name(rule.name()).runs(RUNS), simulation -> {
            long seed = simulation.scheduler().random().nextLong();
            rule.check(SimulatedFixture.of(SimulatedNetwork.builder().seed(seed), simulation.scheduler()));
        });
    }
}
