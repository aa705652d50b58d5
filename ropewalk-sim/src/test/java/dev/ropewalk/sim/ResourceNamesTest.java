package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of resources are asked for in runs that are told, and only there; they must not change such a run. */
class ResourceNamesTest {
    /** A resource whose text takes steps. */
    private static final class Talkative {
        @Override
        public String toString() {
            Simulation.point(this);
            Simulation.point("another");
            return "talkative";
        }
    }

    /** A resource whose text has no end. */
    private static final class Endless {
        @Override
        public String toString() {
            return "endless " + this;
        }
    }

    private static void failAt(Simulation simulation, Object resource) {
        simulation.start("first", () -> Simulation.point(resource));
        Simulation.point(resource);
        simulation.run();
        throw new AssertionError("of the test");
    }

    private static String report(boolean virtual, Object resource) {
        return String.valueOf(assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(
                        SimulationOptions.defaults().virtualThreads(virtual),
                        simulation -> failAt(simulation, resource)))
                .actual()
                .getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeNoStepsForATextThatTakesSteps(boolean virtual) {
        assertThat(report(virtual, new Talkative()))
                .contains("of the test", "access talkative")
                .doesNotContain("another");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameAResourceWithoutATextByItsClass(boolean virtual) {
        assertThat(report(virtual, new Endless())).contains("of the test", "access Endless");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindThePlaceOfAFaultByATextThatTakesSteps(boolean virtual) {
        SimulationOptions options = SimulationOptions.defaults()
                .virtualThreads(virtual)
                .faultAt(Fault.FULL, "talkative", 1)
                .runs(5);
        Simulations.check(options, simulation -> {
            simulation.start(
                    "first",
                    () -> assertThat(Steps.isStruck(FaultKind.FULL, new Talkative()))
                            .isTrue());
            simulation.run();
        });
    }
}
