package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first run in a JVM initializes classes, which may take steps that no later run takes. */
class FirstRunTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("first").runs(20);

    /** What has been made in this test, once for all runs, as a class is. */
    private final Set<String> made = new HashSet<>();

    private void makeOnce(String what) {
        if (made.add(what)) {
            Simulation.point(made);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldPassIfAllLaterRunsAreAlike(int parallelism) {
        CampaignReport report =
                Simulations.check(OPTIONS.parallelism(parallelism).seed(parallelism), simulation -> {
                    synchronized (made) {
                        makeOnce("class " + parallelism);
                    }
                    simulation.start("one", () -> Simulation.point(simulation));
                    simulation.run();
                });

        assertThat(report.runs()).isEqualTo(20);
    }

    @Test
    void shouldReplayInAJvmThatHasInitializedNothing() {
        SimulationBody body = simulation -> {
            makeOnce("class");
            simulation.start("one", () -> Simulation.point(simulation));
            simulation.run();
            simulation.unreachable("the end");
        };
        String replay = catchThrowableOfType(SimulationFailure.class, () -> Simulations.check(OPTIONS, body))
                .replay();
        made.clear();

        var again = catchThrowableOfType(SimulationFailure.class, () -> Simulations.replay(replay, OPTIONS, body));

        assertThat(again)
                .hasMessageContaining("has failed when it was repeated: unreachable \"the end\"")
                .hasMessageNotContaining("the string tells of");
    }
}
