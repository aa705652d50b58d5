package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

/** Code that can't be stopped ends the run with a word. */
class PinnedTest {
    /** Comes to a point while it is initialized. */
    private static final class Initialized {
        static {
            Simulation.point("shared");
        }

        static void touch() {}
    }

    @Test
    void shouldSayThatAClassInitializerCannotBeStopped() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(
                        SimulationOptions.defaults().name("pinned").strategy(Strategy.roundRobin()), simulation -> {
                            simulation.start("other", () -> Simulation.point("shared"));
                            Initialized.touch();
                            simulation.run();
                        }))
                .withMessageContaining("can't be stopped here");
    }
}
