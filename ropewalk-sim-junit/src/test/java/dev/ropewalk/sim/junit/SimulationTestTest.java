package dev.ropewalk.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationFailure;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class SimulationTestTest {
    private static final String PROPERTIES = "ropewalk.simulation.";
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Case
    static class Passing {
        @SimulationTest(runs = 30, strategy = "random", seed = 7)
        void shouldCount(Simulation simulation) {
            CALLS.incrementAndGet();
            new Counting().afterTwo(simulation);
        }
    }

    @Test
    void shouldRunTheMethodOncePerRunAndTellWhatWasDone() {
        CALLS.set(0);

        Map<String, String> entries = Kit.entries(Kit.passed(Passing.class));

        assertThat(entries)
                .containsEntry("simulation.runs", "30")
                .containsEntry("simulation.exhausted", "false")
                .containsKeys("simulation.steps", "simulation.stepsPerSecond");
        assertThat(Integer.parseInt(entries.get("simulation.schedules"))).isGreaterThan(1);
        assertThat(CALLS.get())
                .as("the first run is repeated to see that it can be")
                .isGreaterThan(30);
    }

    @Test
    void shouldLetPropertiesWin() {
        EngineExecutionResults results = with("runs", "5", () -> Kit.passed(Passing.class));

        assertThat(Kit.entries(results)).containsEntry("simulation.runs", "5");
    }

    @Case
    static class Failing {
        @SimulationTest
        void shouldCount(Simulation simulation) {
            CALLS.incrementAndGet();
            assertEquals(2, new Counting().afterTwo(simulation));
        }
    }

    @Test
    void shouldFailAsTheSimulationDoes() {
        EngineExecutionResults results = Kit.run(Failing.class);

        Throwable thrown = Kit.failureOf(Failing.class);
        assertThat(thrown)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageStartingWith(Failing.class.getName() + "#shouldCount has failed in run ")
                .hasMessageContaining(PROPERTIES + "replay=" + replayOf(thrown))
                .cause()
                .hasMessageContaining("expected: <2> but was: <1>");
        Map<String, String> entries = Kit.entries(results);
        assertThat(entries).containsEntry("simulation.replay", replayOf(thrown)).containsKey("simulation.steps");
        assertThat(entries.get("simulation.report"))
                .startsWith(entries.get("simulation.runs") + " run")
                .contains("; a run has failed\n");
    }

    @Case
    static class SideBySide {
        private static final AtomicInteger INSIDE = new AtomicInteger();
        private static volatile boolean met;

        @SimulationTest(runs = 200, parallelism = 4)
        void shouldMeet(Simulation simulation) {
            INSIDE.incrementAndGet();
            // The fourth run is the first that may have another beside it. The first is made twice, so these two are
            // the fifth and
            // the sixth call, in either order. No later run begins before one of them has ended, and so before they
            // have met.
            boolean waits = CALLS.incrementAndGet() > 5;
            while (waits && !met) {
                if (INSIDE.get() > 1) {
                    met = true;
                }
                Thread.onSpinWait();
            }
            simulation.run();
            INSIDE.decrementAndGet();
        }
    }

    @Test
    void shouldMakeRunsSideBySideIfAskedTo() {
        CALLS.set(0);

        assertThat(Kit.entries(Kit.passed(SideBySide.class)).get("simulation.report"))
                .contains(", 4 threads; all runs were done");
        assertThat(SideBySide.met).isTrue();
    }

    @Case
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OneInstance {
        @SimulationTest(runs = 50, parallelism = 4)
        void shouldPass(Simulation simulation) {
            simulation.run();
        }
    }

    @Test
    void shouldNotLetTwoRunsUseOneInstanceAtOnce() {
        EngineExecutionResults results = with("parallelism", "8", () -> Kit.passed(OneInstance.class));

        assertThat(Kit.entries(results).get("simulation.report")).contains(", 1 thread; all runs were done");
    }

    @Case
    static class TooManyThreads {
        @SimulationTest(parallelism = 1_000)
        void shouldPass(Simulation simulation) {
            simulation.run();
        }
    }

    @Case
    static class NegativeMinutes {
        @SimulationTest(minutes = -1)
        void shouldPass(Simulation simulation) {
            simulation.run();
        }
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        assertThat(Kit.failureOf(TooManyThreads.class))
                .hasMessageEndingWith("#shouldPass: parallelism must be from 1 to 256, but is 1000");
        assertThat(Kit.failureOf(NegativeMinutes.class))
                .hasMessageEndingWith("#shouldPass: minutes must be above zero, not -1.0");
        assertThat(with("parallelism", "all", () -> Kit.failureOf(Passing.class)))
                .hasMessage("ropewalk.simulation.parallelism can't be \"all\": it is no whole number");
    }

    @Test
    void shouldRepeatTheRunThatAPropertyTells() {
        String replay = replayOf(Kit.failureOf(Failing.class));
        CALLS.set(0);

        Throwable again = with("replay", replay, () -> Kit.failureOf(Failing.class));

        assertThat(again)
                .hasMessageContaining("has failed when it was repeated")
                .hasMessageNotContaining("other steps");
        assertThat(replayOf(again)).isEqualTo(replay);
        assertThat(CALLS.get()).isEqualTo(1);
    }

    @Case
    static class Replaying {
        @SimulationTest(replay = "rw1.damaged")
        void shouldCount(Simulation simulation) {
            new Counting().afterTwo(simulation);
        }
    }

    @Test
    void shouldRepeatTheRunThatTheAnnotationTells() {
        assertThat(Kit.failureOf(Replaying.class)).hasMessageContaining("damaged replay string \"rw1.damaged\"");
    }

    @Case
    static class Mended {
        private static final String OF_TWO_STEPS =
                "rw1.rM8hSRdyb3VuZC1yb2JpbitmYWlyOjEwMDAwMHq0DgkPNjp9AQAYN3m5vvGx3gIBAAAUM3lw";
        private static final String OF_THREE_STEPS =
                "rw1.rM8hSRdyb3VuZC1yb2JpbitmYWlyOjEwMDAwMFLq1-Nup_6oAQAdkv77K-ZslQMBAADkBTr7";

        @SimulationTest(
                runs = 3,
                replay = {OF_TWO_STEPS, OF_THREE_STEPS})
        void shouldCount(Simulation simulation) {
            CALLS.incrementAndGet();
            simulation.run();
        }
    }

    @Test
    void shouldRunRegressionsBeforeTheCampaign() {
        CALLS.set(0);

        assertThat(Kit.entries(Kit.passed(Mended.class))).containsEntry("simulation.runs", "3");
        assertThat(CALLS.get())
                .as("two regressions, three runs, and the first of these twice more")
                .isEqualTo(7);
    }

    @Test
    void shouldNotRunTheTestThatAReplayStringDoesNotBelongTo() {
        String other = replayOf(Kit.failureOf(Failing.class));
        CALLS.set(0);

        assertThat(with("replay", other, () -> Kit.abortionOf(Passing.class)))
                .hasMessage("not run, because the run is of another test that ropewalk.simulation.replay asks for");
        assertThat(with("replay", other, () -> Kit.abortionOf(Replaying.class))).hasMessageContaining("another test");
        assertThat(CALLS.get()).isZero();
    }

    @Case
    static class Expecting {
        @SimulationTest(runs = 3, expect = "the end")
        void shouldPass(Simulation simulation) {
            simulation.run();
        }
    }

    @Test
    void shouldFailIfNoRunComesToWhatIsExpected() {
        assertThat(Kit.failureOf(Expecting.class)).hasMessageContaining("\"the end\", which no run came to");
    }

    @Case
    static class Reporting {
        static final String FOLDER = "target/simulations/told";

        @SimulationTest(reports = FOLDER)
        void shouldCount(Simulation simulation) {
            assertEquals(2, new Counting().afterTwo(simulation));
        }
    }

    @Test
    void shouldWriteFilesWhereItIsTold() {
        assertThat(Kit.failureOf(Reporting.class))
                .hasMessageContaining(Path.of(Reporting.FOLDER).toString());
    }

    @Case
    static class Assuming {
        @SimulationTest
        void shouldCount(Simulation simulation) {
            simulation.run();
            assumeTrue(false, "not today");
        }
    }

    @Test
    void shouldBeAbortedByAnAssumption() {
        assertThat(Kit.abortionOf(Assuming.class)).hasMessageContaining("not today");
    }

    private static String replayOf(Throwable thrown) {
        return ((SimulationFailure) thrown).replay();
    }

    private static <T> T with(String setting, String value, Supplier<T> action) {
        System.setProperty(PROPERTIES + setting, value);
        try {
            return action.get();
        } finally {
            System.clearProperty(PROPERTIES + setting);
        }
    }
}
