package dev.ropewalk.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Faults that the annotation asks for. */
class FaultsTest {
    @Case
    static class Stalling {
        @SimulationTest(faults = @FaultRate(fault = Fault.STALL, oneIn = 2))
        void shouldTakeNoTime(Simulation simulation) {
            new Counting().afterTwo(simulation);
            assertEquals(Duration.ZERO, simulation.time());
        }
    }

    @Test
    void shouldHappenAtTheirRate() {
        assertThat(Kit.failureOf(Stalling.class)).hasMessageContaining("shouldTakeNoTime has failed");
    }
}
