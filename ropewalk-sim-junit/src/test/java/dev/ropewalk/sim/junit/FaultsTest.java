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

    @Case
    static class Elsewhere {
        @SimulationTest(faultsAt = @FaultAt(fault = Fault.STALL, place = "mian"))
        void shouldBeToldOf(Simulation simulation) {
            new Counting().afterTwo(simulation);
        }
    }

    @Test
    void shouldFailTheTestIfTheyHappenInNoRun() {
        assertThat(Kit.failureOf(Elsewhere.class))
                .hasMessageEndingWith(
                        "fault stall at \"mian\", chance 1: no run came to such a place, but to \"#0 main\", \"#1 one\", \"#2 two\"");
    }

    @Test
    void shouldHappenAtTheirRate() {
        assertThat(Kit.failureOf(Stalling.class)).hasMessageContaining("shouldTakeNoTime has failed");
    }
}
