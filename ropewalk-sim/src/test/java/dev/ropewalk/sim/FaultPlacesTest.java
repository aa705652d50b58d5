package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

/** Faults that are asked for at a place happen there, or the campaign says where else they could have. */
class FaultPlacesTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("places").runs(20);
    private static final String AS_A_WHOLE =
            "places has failed as a whole: these have held or happened in none of its 20 runs:\n    ";

    private final SimulationBody writes = simulation -> {
        for (String file : new String[] {"left", "right", "left"}) {
            Simulation.point(file);
            simulation.sometimes("full", Steps.isStruck(FaultKind.FULL_DISK, "file " + file));
        }
        simulation.run();
    };

    private static ThrowableAssertAlternative<SimulationFailure> assertFails(
            SimulationOptions options, SimulationBody body) {
        return assertThatExceptionOfType(SimulationFailure.class).isThrownBy(() -> Simulations.check(options, body));
    }

    @Test
    void shouldHappenAtTheirPlace() {
        Simulations.check(OPTIONS.faultAt(Fault.FULL_DISK, "left", 2), writes);
    }

    @Test
    void shouldFailACampaignThatCameToOtherPlaces() {
        assertFails(OPTIONS.faultAt(Fault.FULL_DISK, "lfet", 1), writes)
                .withMessageStartingWith(AS_A_WHOLE)
                .withMessageEndingWith(
                        "\n    fault full disk at \"lfet\", chance 1: no run came to such a place, but to \"file left\", \"file right\"");
    }

    @Test
    void shouldFailACampaignThatHadNotSoManyChances() {
        SimulationFailure failure = assertFails(
                        OPTIONS.faultAt(Fault.FULL_DISK, "left", 3).faultAt(Fault.FULL_DISK, "right", 1), writes)
                .withMessage(AS_A_WHOLE
                        + "fault full disk at \"left\", chance 3: no run had more chances there than 2;"
                        + " the places were \"file left\", \"file right\"")
                .actual();
        assertThat(failure.report().orElseThrow().text()).contains("missing: fault full disk at \"left\"");
    }

    @Test
    void shouldFailACampaignThatCameToNoPlaceForTheFault() {
        assertFails(OPTIONS.faultAt(Fault.LOST_PERMIT, "search", 1), Simulation::run)
                .withMessageEndingWith(
                        "fault lost permit at \"search\", chance 1: no run came to a place at which it can happen");
    }

    @Test
    void shouldNameSomeOfManyPlacesWithoutAddresses() {
        assertFails(OPTIONS.faultAt(Fault.FULL, "nowhere", 1), simulation -> {
                    for (int i = 0; i < 30; i++) {
                        Steps.isStruck(
                                FaultKind.FULL, i < 2 ? new FaultPlacesTest() : "place " + simulation.time() + i);
                    }
                })
                .withMessageContaining("but to \"dev.ropewalk.sim.FaultPlacesTest\", \"place PT0S2\", ")
                .withMessageEndingWith("\"place PT0S12\" and others");
    }

    @Test
    void shouldFailNoCampaignOfWhichOneRunCameThere() {
        SimulationOptions options = OPTIONS.faultAt(Fault.FULL_DISK, "second", 1);
        Simulations.check(options, simulation -> {
            int[] first = new int[1];
            simulation.start("one", () -> first[0] = 1);
            simulation.start("other", () -> Steps.isStruck(FaultKind.FULL_DISK, first[0] == 0 ? "first" : "second"));
            simulation.run();
        });
    }

    @Test
    void shouldFailAnExhaustiveCampaignAsWell() {
        SimulationOptions options = OPTIONS.strategy(Strategy.exhaustive(2)).runs(1_000);
        SimulationBody body = simulation -> {
            simulation.start("one", () -> Steps.isStruck(FaultKind.FULL_DISK, "one"));
            simulation.start("other", () -> Steps.isStruck(FaultKind.FULL_DISK, "other"));
            simulation.run();
        };
        SimulationFailure failure = assertFails(options.faultAt(Fault.FULL_DISK, "noe", 1), body)
                .withMessageContaining("but to \"one\", \"other\"")
                .actual();
        assertThat(failure.report().orElseThrow().exhausted()).isTrue();
        CampaignReport report = Simulations.check(options.faultAt(Fault.FULL_DISK, "one", 1), body);
        assertThat(report.exhausted()).isTrue();
    }

    @Test
    void shouldTellTheFailureOfARunBeforeWhatNoRunCameTo() {
        assertFails(OPTIONS.faultAt(Fault.FULL_DISK, "nowhere", 1), simulation -> {
                    throw new AssertionError("of the test");
                })
                .withMessageContaining("of the test");
    }

    @Test
    void shouldFailNoRepeatedRunThatDoesNotComeThere() {
        SimulationOptions options = OPTIONS.faultAt(Fault.FULL_DISK, "nowhere", 1);
        String replay = assertFails(options, simulation -> {
                    throw new AssertionError("of the test");
                })
                .actual()
                .replay();
        Simulations.regress(replay, options, simulation -> {});
        Simulations.replay(replay, options, simulation -> {});
    }

    @Test
    void shouldShowEachFaultInTheStepsOfAFailure() {
        assertFails(
                        OPTIONS.faultAt(Fault.LOST_PERMIT, "search", 1).faultAt(Fault.CLOCK_JUMP, "the clock", 1),
                        simulation -> {
                            Limiter limiter = Limiter.fixed(1).name("search").build();
                            simulation.start(
                                    "loser",
                                    () -> limiter.tryAcquire().orElseThrow().succeed());
                            simulation.scheduler().parkNanos(simulation, 1_000);
                            throw new AssertionError("of the test");
                        })
                .withMessageContaining(" and 2 faults, from")
                .withMessageMatching(
                        "(?s).*\\n +0 {23,}acquire limiter 'search'\\n +0 {23,}fault: lost permit at limiter"
                                + " 'search'\\n +0 +fault: clock jump at the clock\\n +[1-9]\\d+ .*");
    }
}
