package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of the contract notices an engine that breaks it. */
class EngineContractTwinsTest {
    /** A fixture whose engine is broken. */
    private record Broken(SimulatedFixture sound, EngineProvider engine) implements EngineFixture {
        Broken(SimulatedFixture sound, Flaw flaw) {
            this(sound, new BrokenEngine(sound.engine(), flaw));
        }

        @Override
        public Scheduler scheduler() {
            return sound.scheduler();
        }

        @Override
        public ClusterOptions options(String cluster) {
            return sound.options(cluster);
        }

        @Override
        public boolean canIsolate() {
            return true;
        }

        @Override
        public void isolate(Node node) {
            sound.isolate(node);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeNoticed(Flaw flaw) {
        Simulations.check(SimulationOptions.defaults().name(flaw.name()).runs(2), simulation -> {
            var sound = SimulatedFixture.of(SimulatedNetwork.builder(), simulation.scheduler());
            assertThatThrownBy(() -> flaw.rule().check(new Broken(sound, flaw))).isInstanceOf(AssertionError.class);
        });
    }

    @Test
    void shouldBreakEachRule() {
        assertThat(Arrays.stream(Flaw.values()).map(Flaw::rule)).contains(EngineContract.values());
    }
}
