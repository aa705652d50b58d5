package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a campaign in the middle of a run. */
class CampaignLimitsTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("limited").runs(Long.MAX_VALUE);

    private static void pollForEver(Simulation simulation) {
        while (simulation.time() != null) {
            Simulation.point(simulation);
        }
    }

    private static SimulationFailure failureOf(SimulationOptions options, SimulationBody body) {
        return catchThrowableOfType(SimulationFailure.class, () -> Simulations.check(options, body));
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 1", "true, 3", "false, 3"})
    void shouldEndARunWithoutEndWhenTheTimeIsUp(boolean virtual, int threads) {
        SimulationFailure failure = failureOf(
                OPTIONS.virtualThreads(virtual)
                        .parallelism(threads)
                        .maxSteps(Long.MAX_VALUE)
                        .atMost(Duration.ofMillis(300)),
                CampaignLimitsTest::pollForEver);

        assertThat(failure)
                .hasMessageMatching(
                        "limited has come to the end of no run within PT0.3S, the limit atMost, but taken [0-9]+ steps?");
        assertThat(failure.report().orElseThrow().end()).isEqualTo(CampaignEnd.TIME_UP);
    }

    @Test
    void shouldNotCountARunThatWasEnded() {
        var runs = new AtomicInteger();

        CampaignReport report =
                Simulations.check(OPTIONS.maxSteps(Long.MAX_VALUE).atMost(Duration.ofMillis(300)), simulation -> {
                    if (runs.incrementAndGet() == 10) {
                        pollForEver(simulation);
                    }
                });

        // The first run is made three times.
        assertThat(report.runs()).isEqualTo(7);
        assertThat(report.end()).isEqualTo(CampaignEnd.TIME_UP);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 1", "true, 3", "false, 3"})
    void shouldEndWhenItsThreadIsInterrupted(boolean virtual, int threads) {
        Thread caller = Thread.currentThread();
        var runs = new AtomicInteger();

        SimulationFailure failure = failureOf(OPTIONS.virtualThreads(virtual).parallelism(threads), simulation -> {
            Simulation.point(simulation);
            if (runs.incrementAndGet() == 20) {
                caller.interrupt();
            }
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).hasMessageMatching("limited was interrupted after [0-9]+ runs?");
        assertThat(failure.report().orElseThrow().end()).isEqualTo(CampaignEnd.INTERRUPTED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndARunWithinWhichItsThreadIsInterrupted(boolean virtual) {
        Thread caller = Thread.currentThread();

        SimulationFailure failure = failureOf(OPTIONS.virtualThreads(virtual).maxSteps(Long.MAX_VALUE), simulation -> {
            caller.interrupt();
            pollForEver(simulation);
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).hasMessage("limited was interrupted after 0 runs");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveARunBehindThatTakesNoStepAfterAnInterrupt(boolean virtual) {
        Thread caller = Thread.currentThread();
        var released = new CountDownLatch(1);

        SimulationFailure failure = failureOf(OPTIONS.virtualThreads(virtual), simulation -> {
            caller.interrupt();
            while (released.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        released.countDown();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).hasMessageStartingWith("limited was interrupted");
    }

    @Test
    void shouldEndShrinkingWhenItsThreadIsInterrupted() {
        Thread caller = Thread.currentThread();
        var runs = new AtomicInteger();

        SimulationFailure failure = failureOf(OPTIONS, simulation -> {
            // The first run is repeated by its seed or not, then shrunk.
            if (runs.incrementAndGet() == 3) {
                caller.interrupt();
                pollForEver(simulation);
            }
            throw new AssertionError("bug");
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure)
                .hasMessageStartingWith("limited has failed in run 1")
                .hasMessageContaining("AssertionError: bug")
                .hasMessageEndingWith("It was interrupted before it was shrunk");
        assertThat(runs).hasValue(3);
    }

    @Test
    void shouldEndAReplayWhenItsThreadIsInterrupted() {
        String replay = failureOf(OPTIONS, simulation -> {
                    throw new AssertionError("bug");
                })
                .replay();
        Thread caller = Thread.currentThread();

        var failure = catchThrowableOfType(
                SimulationFailure.class,
                () -> Simulations.replay(replay, OPTIONS, simulation -> {
                    caller.interrupt();
                    pollForEver(simulation);
                }));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).hasMessageStartingWith("limited couldn't be repeated: the run was interrupted, after ");
    }

    @Test
    void shouldMakeNoMoreStepsOnceItsThreadIsLeftBehind() throws InterruptedException {
        var runs = new AtomicInteger();
        var stuck = new Thread[1];
        var released = new CountDownLatch(1);
        SimulationBody body = simulation -> {
            // The third time is the first of shrinking.
            if (runs.incrementAndGet() == 3) {
                stuck[0] = carrierName("limited");
                while (released.getCount() > 0) {
                    Thread.onSpinWait();
                }
            }
            throw new AssertionError("bug");
        };

        SimulationFailure failure = failureOf(OPTIONS.stuckAfter(Duration.ofMillis(300)), body);
        released.countDown();
        stuck[0].join();

        assertThat(failure).hasMessageContaining("is stuck in run 1");
        assertThat(runs).hasValue(3);
    }

    private static Thread carrierName(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name) && thread.isAlive())
                .findAny()
                .orElseThrow();
    }
}
