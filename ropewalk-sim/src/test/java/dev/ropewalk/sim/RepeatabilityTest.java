package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.catalogue.Catalogue;
import dev.ropewalk.sim.catalogue.PlantedBug;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.SearchStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same seed gives the same steps, and not every seed shows a planted bug. */
class RepeatabilityTest {
    private static final long RUNS = Long.getLong("ropewalk.sim.repeated.runs", 30);

    static List<PlantedBug> programs() {
        return Catalogue.all();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldTakeTheSameStepsAgain(PlantedBug program) {
        assertThat(hashes(program.buggy())).isEqualTo(hashes(program.buggy()));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldTakeTheSameStepsAgainWhenMended(PlantedBug program) {
        assertThat(hashes(program.mended())).isEqualTo(hashes(program.mended()));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldDependOnTheSchedule(PlantedBug program) {
        assertThat(results(program.buggy())).anyMatch(result -> !result.hasFailed());
    }

    private static List<Long> hashes(SimulationBody body) {
        return results(body).stream().map(RunResult::hash).toList();
    }

    private static List<RunResult> results(SimulationBody body) {
        SimulationOptions options = SimulationOptions.defaults();
        var single = new SingleRun(options, body);
        var search = SearchStrategy.of(Strategy.randomWalk()).search();
        List<RunResult> results = new ArrayList<>();
        for (long run = 0; run < RUNS; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(options.seed(), run));
            results.add(single.run(attempt.choices()));
            attempt.end(true);
        }
        return results;
    }
}
