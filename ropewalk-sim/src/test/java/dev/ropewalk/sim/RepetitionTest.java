package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same seed leads to the same steps, with all models in one world: again and again, and in other JVMs. */
class RepetitionTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.repetitions", 20);

    @Test
    void shouldTakeTheSameStepsAgainAndAgain() {
        RunResult first = run(1);
        for (int i = 0; i < RUNS; i++) {
            assertThat(run(1).hash()).isEqualTo(first.hash());
        }
        assertThat(run(2).hash()).isNotEqualTo(first.hash());
    }

    @Test
    void shouldTakeTheSameStepsInOtherJvms(@TempDir Path folder) throws Exception {
        String expected = run(1).steps() + " " + run(1).hash() + " " + run(2).hash();
        for (int i = 0; i < 2; i++) {
            List<String> told = ChildJvm.run(
                    folder,
                    List.of(
                            "--add-opens=java.base/java.lang=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RepetitionTest.class.getName()));
            assertThat(told).containsExactly(expected);
        }
    }

    @Test
    void shouldTakeTheSameStepsAgainWithTheBaton() {
        SimulationOptions slow = SimulationOptions.defaults().virtualThreads(false);
        long first = run(1, slow).hash();
        for (int i = 0; i < 3; i++) {
            assertThat(run(1, slow).hash()).isEqualTo(first);
        }
    }

    /** Another schedule a run, each of which must end well. */
    @Test
    void shouldRunTheWholeHouseUnderAnySchedule() {
        CampaignReport report =
                Simulations.check(SimulationOptions.defaults().name("house").runs(5L * RUNS), WholeHouse.fresh());
        assertThat(report.schedules()).isGreaterThan(4L * RUNS);
    }

    /** The other JVM. */
    public static void main(String[] arguments) {
        System.out.println(run(1).steps() + " " + run(1).hash() + " " + run(2).hash());
        System.exit(0);
    }

    private static RunResult run(long seed) {
        return run(seed, SimulationOptions.defaults());
    }

    private static RunResult run(long seed, SimulationOptions options) {
        Attempt attempt = Objects.requireNonNull(
                SearchStrategy.of(Strategy.randomWalk()).search().next(seed, 0));
        ChoiceSource choices = attempt.choices();
        RunResult result = new SingleRun(options, WholeHouse.fresh()).run(choices, null);
        assertThat(result.ending().kind()).as(result.ending().message()).isEqualTo(Ending.Kind.DONE);
        return result;
    }
}
