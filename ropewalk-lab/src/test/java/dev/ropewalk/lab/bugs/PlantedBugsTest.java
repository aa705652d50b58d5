package dev.ropewalk.lab.bugs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.catalogue.Catalogue;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PlantedBugsTest {
    private static final PlantedBugs EXPERIMENT = new PlantedBugs();
    private static final String OF_THREADS = "increments-are-lost";
    private static final String OF_ROPEWALK = "a-select-loses-an-element";
    private static final String NOT_PORTABLE = "a-lock-is-handed-over-to-two";
    private static final int PATIENCE_MILLIS = 60_000;

    private static Params params(String bug, int seeds, int limitMillis) {
        return Params.none()
                .with(PlantedBugs.SEEDS, seeds)
                .with(PlantedBugs.LIMIT, limitMillis)
                .with(PlantedBugs.TOOL_LIMIT, limitMillis)
                .with(PlantedBugs.BUG, bug);
    }

    private static Contender contender(String name) {
        return EXPERIMENT.contenders().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Outcome search(String contender, String bug, int seeds) throws Exception {
        try (Trial trial = contender(contender).opener().open(new Cell(params(bug, seeds, PATIENCE_MILLIS), 1))) {
            return trial.run(EXPERIMENT.passes().getFirst());
        }
    }

    @Test
    void shouldLookForEachBugOfTheCatalogueAtSizeFull() {
        assertThat(EXPERIMENT.grid(Size.FULL).cells())
                .hasSameSizeAs(Catalogue.all())
                .extracting(cell -> PlantedBugs.bug(cell).name())
                .doesNotHaveDuplicates();
        assertThat(EXPERIMENT.grid(Size.QUICK).cells()).hasSizeBetween(8, 15);
    }

    @Test
    void shouldTellRunsTimeAndSteps() throws Exception {
        Outcome outcome = search("ropewalk-portfolio", OF_THREADS, 3);

        assertThat(outcome.missed()).isEmpty();
        assertThat(outcome.values().get(PlantedBugs.FOUND.name())).isEqualTo(100);
        assertThat(outcome.values().get(PlantedBugs.RUNS.name())).isBetween(1.0, 100.0);
        assertThat(outcome.values().get(PlantedBugs.STEPS.name())).isBetween(5.0, 30.0);
        assertThat(outcome.values().get(PlantedBugs.TIME.name()))
                .isPositive()
                .isLessThanOrEqualTo(outcome.values().get(PlantedBugs.TOLD.name()));
    }

    @Test
    void shouldSayThatNoScheduleIsLeft() throws Exception {
        var cell = new Cell(params(OF_THREADS, 1, PATIENCE_MILLIS), 1);
        try (Trial trial = new SimulatorTrial(cell, Strategy.exhaustive(0))) {
            Outcome outcome = trial.run(EXPERIMENT.passes().getFirst());

            assertThat(outcome.missed()).contains("none is left of the schedules");
            assertThat(outcome.values()).containsOnlyKeys(PlantedBugs.FOUND.name());
        }
    }

    @Test
    void shouldSayWhyAToolCantRunAProgram() {
        assertThat(contender("lincheck").refusal().apply(params(OF_ROPEWALK, 1, 1)))
                .hasValueSatisfying(
                        why -> assertThat(why).startsWith("not translated").contains("channels"));
        assertThat(contender("lincheck").refusal().apply(params(NOT_PORTABLE, 1, 1)))
                .hasValueSatisfying(why -> assertThat(why).contains("between two points"));
        assertThat(contender("lincheck").refusal().apply(params(OF_THREADS, 1, 1)))
                .isEmpty();
        assertThat(contender("fray").refusal().apply(params(OF_THREADS, 1, 1)))
                .hasValueSatisfying(why -> assertThat(why).contains("fray-core"));
    }

    @Test
    void shouldFindABugByLincheckInAProcess() throws Exception {
        Look look = new LincheckTrial(params(OF_THREADS, 1, PATIENCE_MILLIS), false).look();

        assertThat(look.missed()).isEmpty();
        assertThat(look.runs()).isBetween(1.0, 1_000.0);
        assertThat(look.millis()).isPositive();
    }

    @Test
    void shouldEndAProcessThatFindsNothingInTime() throws Exception {
        Look look = new LincheckTrial(params(OF_THREADS, 1, 1_000), true).look();

        assertThat(look.found()).isFalse();
        assertThat(look.missed()).isEqualTo("not within 1000 ms");
    }

    @Test
    void shouldThrowWhatAPlainThreadHasThrown() {
        var threads = new PlainThreads();
        var cause = new AssertionError("on purpose");
        threads.start("thrower", () -> {
            throw cause;
        });

        assertThat(catchThrowable(threads::run)).hasCause(cause);
    }

    @Test
    void shouldCountASearchWithoutSuccessAsEndless() {
        Look soon = Look.found(1, 10, 20, OptionalDouble.of(5));
        Look late = Look.found(9, 90, 99, OptionalDouble.of(7));
        Look never = Look.missed("why not");

        Outcome most = Looks.outcome(List.of(never, soon, late), "");
        assertThat(most.missed()).isEmpty();
        assertThat(most.values().get(PlantedBugs.RUNS.name())).isEqualTo(9);
        Outcome least = Looks.outcome(List.of(never, soon, never), "");
        assertThat(least.missed()).isEqualTo("why not");
        assertThat(least.values()).doesNotContainKey(PlantedBugs.RUNS.name());
        assertThat(least.values().get(PlantedBugs.FOUND.name())).isBetween(33.0, 34.0);
    }
}
