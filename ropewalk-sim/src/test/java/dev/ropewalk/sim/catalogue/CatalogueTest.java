package dev.ropewalk.sim.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulator finds what is wrong in the catalogue, and nothing else. */
class CatalogueTest {
    /** Longer campaigns are run by setting this: ten minutes are some 15 000. */
    private static final long TWIN_RUNS = Long.getLong("ropewalk.sim.twins.runs", 200);

    private static final Logger LOG = Logger.getLogger("dev.ropewalk");

    private static final Pattern RUN = Pattern.compile(" in run (\\d+)");
    private static final Pattern SHRUNK = Pattern.compile("(?:Shrunk to |Simplified to [^(]*\\()(\\d+) steps");
    private static final long BUG_RUNS = 5_000;

    /** What the default strategy has found first, by the name of the bug. */
    private static final Map<String, SimulationFailure> FOUND = new ConcurrentHashMap<>();

    static List<PlantedBug> bugs() {
        return Catalogue.all();
    }

    @BeforeAll
    static void keepExpectedFailuresOutOfTheLog() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOG.setLevel(null);
    }

    private static SimulationOptions options(PlantedBug bug) {
        return bug.options(SimulationOptions.defaults().name(bug.name()).maxSteps(50_000));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void shouldFindPlantedBugAndRepeatIt(PlantedBug bug) {
        SimulationFailure found = found(bug);
        assertThat(Symptom.of(found)).as("symptom of %s", found).contains(bug.symptom());
        SimulationFailure again = catchThrowableOfType(
                SimulationFailure.class, () -> Simulations.replay(found.replay(), options(bug), bug.buggy()));
        assertThat(Symptom.of(again)).as("symptom of %s", again).contains(bug.symptom());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void shouldTellAFailureInTheSameWordsEachTime(PlantedBug bug) {
        Strategy strategy = SimulationOptions.defaults().strategy();
        assertThat(words(find(bug, strategy))).isEqualTo(words(found(bug)));
    }

    /** Returns what a failure tells but for the campaign, which had its real time. */
    private static List<String> words(SimulationFailure failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .filter(line -> !line.startsWith("  The campaign: "))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void shouldFindPlantedBugByRandomWalk(PlantedBug bug) {
        find(bug, Strategy.randomWalk());
    }

    @Test
    void shouldShrinkHalfOfTheBugsToThirtySteps() {
        long[] lengths = bugs().stream()
                .mapToLong(bug -> number(SHRUNK, found(bug)))
                .sorted()
                .toArray();
        System.out.println("steps of shrunk runs: " + Arrays.toString(lengths));
        assertThat(lengths[lengths.length / 2]).isLessThan(30);
    }

    private static SimulationFailure found(PlantedBug bug) {
        return FOUND.computeIfAbsent(
                bug.name(), _ -> find(bug, SimulationOptions.defaults().strategy()));
    }

    private static SimulationFailure find(PlantedBug bug, Strategy strategy) {
        long begin = System.nanoTime();
        var failure = catchThrowableOfType(
                SimulationFailure.class,
                () -> Simulations.check(options(bug).runs(BUG_RUNS).strategy(strategy), bug.buggy()));
        assertThat(failure)
                .as("what %s runs of \"%s\" show", BUG_RUNS, bug.name())
                .isNotNull();
        System.out.printf(
                "%-60s %-10s run %5d, shrunk to %3d steps, %6.1f ms%n",
                bug.name(), strategy, number(RUN, failure), number(SHRUNK, failure), (System.nanoTime() - begin) / 1e6);
        return failure;
    }

    private static long number(Pattern pattern, SimulationFailure failure) {
        Matcher matcher = pattern.matcher(failure.getMessage());
        assertThat(matcher.find()).as("%s in %s", pattern, failure).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void shouldSaySoIfThereIsNoBug(PlantedBug bug) {
        Simulations.check(options(bug).runs(TWIN_RUNS), bug.mended());
    }

    @Test
    void shouldHoldFortyBugsMostOfThemInRopewalksModels() {
        assertThat(Catalogue.all()).hasSizeGreaterThanOrEqualTo(40).doesNotHaveDuplicates();
        assertThat(Catalogue.all()).extracting(PlantedBug::name).doesNotHaveDuplicates();
        assertThat(Catalogue.all()).extracting(PlantedBug::label).doesNotHaveDuplicates();
        assertThat(Catalogue.all().stream().filter(bug -> bug.onThreads().isPresent()))
                .as("programs that other tools can run, too")
                .hasSizeGreaterThanOrEqualTo(25);
        assertThat(Catalogue.all().stream().filter(bug -> bug.theme().isOfRopewalk()))
                .hasSizeGreaterThanOrEqualTo(25);
    }
}
