package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ropewalk.scheduler.Strand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

/** Named properties of runs and of campaigns. */
class PropertiesTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("properties").strategy(Strategy.randomWalk());

    private static ThrowableAssertAlternative<SimulationFailure> assertFails(SimulationBody body) {
        return assertThatExceptionOfType(SimulationFailure.class).isThrownBy(() -> Simulations.check(OPTIONS, body));
    }

    @Test
    void shouldFailAtOnceWhereSomethingDoesNotAlwaysHoldAlthoughItIsCaught() {
        assertFails(simulation -> {
                    simulation.start("one", () -> {
                        try {
                            simulation.always("positive", simulation.time().isNegative());
                        } catch (AssertionError caught) {
                            simulation.reachable("caught");
                        }
                    });
                    simulation.run();
                })
                .withMessageContaining("always \"positive\" doesn't hold")
                .havingCause()
                .satisfies(cause ->
                        assertThat(cause.getStackTrace()[0].getClassName()).contains("PropertiesTest"));
    }

    @Test
    void shouldFailIfAnUnreachablePlaceIsReachedByAStrand() {
        assertFails(simulation -> {
                    Strand strand = simulation.scheduler().newStrand();
                    strand.execute(() -> simulation.unreachable("here"));
                    simulation.run();
                })
                .withMessageContaining("unreachable \"here\" was reached");
    }

    @Test
    void shouldTellWhatNeverHeldInACampaign() {
        assertFails(simulation -> {
                    simulation.sometimes("odd", false);
                    simulation.sometimes("even", true);
                    simulation.run();
                })
                .withMessage("properties has failed as a whole: these have held or happened in none of its 100 runs:\n"
                        + "    sometimes \"odd\", looked at 100 times in 100 runs");
    }

    @Test
    void shouldTellWhatNoRunCameTo() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS.expect("there", "here"), simulation -> {
                    simulation.reachable("here");
                    simulation.run();
                }))
                .withMessageEndingWith("runs:\n    \"there\", which no run came to");
    }

    @Test
    void shouldCountWhatWasLookedAt() {
        CampaignReport report = Simulations.check(OPTIONS.expect("swapped"), simulation -> {
            var first = new AtomicReference<String>();
            for (String name : new String[] {"one", "two"}) {
                simulation.start(name, () -> first.compareAndSet(null, name));
            }
            simulation.run();
            simulation.always("set", first.get() != null);
            simulation.sometimes("swapped", "two".equals(first.get()));
        });
        assertThat(report.coverage()).hasSize(2);
        assertThat(report.coverage().getFirst()).isEqualTo(new PropertyCoverage("set", "always", 100, 100, 100));
        assertThat(report.coverage().getLast().held()).isBetween(20L, 80L);
    }

    @Test
    void shouldLookAtInvariantsBeforeEachStep() {
        assertFails(simulation -> {
                    int[] open = new int[1];
                    simulation.invariant("one at a time", () -> open[0] <= 1);
                    for (int i = 0; i < 2; i++) {
                        simulation.start("guest", () -> {
                            Simulation.point(open);
                            open[0]++;
                            Simulation.point(open);
                            open[0]--;
                        });
                    }
                    simulation.run();
                })
                .withMessageContaining("invariant \"one at a time\" doesn't hold any more");
    }

    @Test
    void shouldJudgeWhatMustHoldInTheEndWhenNothingCanHappen() {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(OPTIONS, simulation -> {
                    var done = new AtomicInteger();
                    simulation.eventually("done", () -> done.get() == 1);
                    simulation.scheduler().newStrand().execute(done::incrementAndGet);
                }));
        assertFails(simulation ->
                        simulation.eventually("done", () -> simulation.time().isNegative()))
                .withMessageContaining("eventually \"done\" doesn't hold, although nothing can happen any more");
    }

    @Test
    void shouldTellWhatAConditionThrows() {
        assertFails(simulation -> simulation.eventually("done", () -> {
                    throw new IllegalStateException("no look");
                }))
                .withMessageContaining("no look");
    }

    @Test
    void shouldLetNoFaultHappenAfterTheirEnd() {
        Simulations.check(OPTIONS.fault(Fault.STALL, 1), simulation -> {
            simulation.endFaults();
            simulation.start("one", () -> Simulation.point(simulation));
            simulation.run();
            assertThat(simulation.time()).isZero();
        });
    }

    @Test
    void shouldRefuseANameOfTwoKinds() {
        assertFails(simulation -> {
                    simulation.sometimes("name", true);
                    simulation.always("name", true);
                })
                .withMessageContaining(
                        "\"name\" can't be always, since it is sometimes elsewhere; each name has one kind");
        var runs = new AtomicInteger();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulations.check(OPTIONS, simulation -> {
                    if (runs.getAndIncrement() / 2 % 2 == 0) {
                        simulation.sometimes("name", true);
                    } else {
                        simulation.reachable("name");
                    }
                }))
                .withMessageContaining("\"name\" can't be reachable, since it is sometimes elsewhere");
    }

    @Test
    void shouldRefuseToBeUsedAfterTheRun() {
        List<Simulation> escaped = new ArrayList<>();
        Simulations.check(OPTIONS.runs(1), escaped::add);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> escaped.getFirst().always("name", true))
                .withMessageContaining("belongs to a run that has ended");
    }

    @Test
    void shouldShrinkToAFailureOfTheSameProperty() {
        assertFails(simulation -> {
                    int[] count = new int[1];
                    for (int i = 0; i < 3; i++) {
                        simulation.start("adder", () -> {
                            Simulation.point(count);
                            int read = count[0];
                            Simulation.point(count);
                            count[0] = read + 1;
                        });
                    }
                    simulation.run();
                    for (int i = 1; i < 3; i++) {
                        simulation.always("more than " + i, count[0] > i);
                    }
                })
                .withMessageContaining("always \"more than ");
    }
}
