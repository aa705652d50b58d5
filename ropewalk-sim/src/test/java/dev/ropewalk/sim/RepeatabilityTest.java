package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.catalogue.Catalogue;
import dev.ropewalk.sim.catalogue.PlantedBug;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.testing.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same seed gives the same steps, and not every seed shows a planted bug. */
class RepeatabilityTest {
    /** So many runs have one at least that doesn't show the bug. */
    private static final long SOME_RUNS = 30;

    private static final long RUNS = Long.getLong("ropewalk.sim.repeated.runs", Sample.of(12, 30));

    static List<PlantedBug> programs() {
        return Catalogue.all();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldTakeTheSameStepsAgain(PlantedBug program) {
        assertThat(hashes(program, program.buggy())).isEqualTo(hashes(program, program.buggy()));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldTakeTheSameStepsAgainWhenMended(PlantedBug program) {
        assertThat(hashes(program, program.mended())).isEqualTo(hashes(program, program.mended()));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldDependOnTheSchedule(PlantedBug program) {
        assertThat(results(program, program.buggy(), SOME_RUNS, RunResult::hasFailed))
                .anyMatch(result -> !result.hasFailed());
    }

    private static List<Long> hashes(PlantedBug program, SimulationBody body) {
        return results(program, body, RUNS, _ -> true).stream()
                .map(RunResult::hash)
                .toList();
    }

    /** Makes so many runs at most, as long as their results are such ones. */
    private static List<RunResult> results(
            PlantedBug program, SimulationBody body, long runs, Predicate<RunResult> goesOn) {
        SimulationOptions options = program.options(SimulationOptions.defaults());
        var single = new SingleRun(options, body);
        var search = SearchStrategy.of(Strategy.randomWalk()).search();
        List<RunResult> results = new ArrayList<>();
        for (long run = 0; run < runs; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(options.seed(), run));
            RunResult result = single.run(attempt.choices());
            attempt.end(true);
            results.add(result);
            if (!goesOn.test(result)) {
                break;
            }
        }
        return results;
    }
}
