package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.scheduler.Strand;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to a run, and is used where it doesn't. */
class RunEndTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("ends").runs(2);

    @Test
    void shouldRefuseWhatBelongsToARunThatHasEnded() {
        List<Simulation> ended = new ArrayList<>();
        List<Strand> strands = new ArrayList<>();
        Simulations.check(OPTIONS, simulation -> {
            ended.add(simulation);
            strands.add(simulation.scheduler().newStrand());
        });
        Simulation simulation = ended.getFirst();

        shouldBeOver(() -> simulation.start("late", () -> {}));
        shouldBeOver(simulation::time);
        shouldBeOver(simulation::run);
        shouldBeOver(() -> simulation.always("late", true));
        shouldBeOver(() -> simulation.scheduler().execute(() -> {}));
        shouldBeOver(() -> simulation.scheduler().newStrand());
        shouldBeOver(() -> strands.getFirst().execute(() -> {}));
    }

    private static void shouldBeOver(ThrowingCallable use) {
        assertThatIllegalStateException()
                .isThrownBy(use)
                .withMessageContaining(
                        "belongs to a run that has ended; make what the code under test uses anew in each run");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseAnEarlierRunInALaterOne(boolean virtual) {
        List<Simulation> ended = new ArrayList<>();
        Simulations.check(OPTIONS, ended::add);

        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS.virtualThreads(virtual), simulation -> {
                    simulation.run();
                    ended.getFirst().start("late", () -> {});
                }))
                .withMessageContaining("belongs to a run that has ended");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseASimulationWithinASimulation(boolean virtual) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(
                        OPTIONS.virtualThreads(virtual), _ -> Simulations.check(OPTIONS, Simulation::run)))
                .withMessageContaining("IllegalStateException: Simulations.check was called within a simulation");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHaveTheContextClassLoaderOfTheCaller(boolean virtual) throws Exception {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        List<ClassLoader> seen = new CopyOnWriteArrayList<>();
        try (var own = new URLClassLoader(new URL[0], before)) {
            caller.setContextClassLoader(own);
            Simulations.check(OPTIONS.runs(1).virtualThreads(virtual), simulation -> {
                seen.add(Thread.currentThread().getContextClassLoader());
                simulation.start("thread", () -> seen.add(Thread.currentThread().getContextClassLoader()));
                simulation
                        .scheduler()
                        .execute(() -> seen.add(Thread.currentThread().getContextClassLoader()));
                simulation.run();
            });

            assertThat(seen).hasSizeGreaterThanOrEqualTo(3).containsOnly(own);
        } finally {
            caller.setContextClassLoader(before);
        }
    }
}
