package dev.ropewalk.sim.shrink;

import static dev.ropewalk.sim.model.ModelOp.check;
import static dev.ropewalk.sim.model.ModelOp.draw;
import static dev.ropewalk.sim.model.ModelOp.fault;
import static dev.ropewalk.sim.model.ModelOp.set;
import static dev.ropewalk.sim.model.ModelOp.skip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.Schedule;
import dev.ropewalk.sim.model.ModelProgram;
import dev.ropewalk.sim.model.ModelRun;
import dev.ropewalk.sim.shrink.FailingPrograms.Case;
import dev.ropewalk.testing.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final int MANY_RUNS = 100_000;
    private static final long LONG = Long.MAX_VALUE / 2;
    private static final List<Case> CASES = FailingPrograms.cases(Sample.of(60, 300));

    /** What each of the cases is shrunk to. */
    private static final List<Shrunk> SHRUNK =
            CASES.stream().map(each -> shrink(each, MANY_RUNS)).toList();

    @Test
    void shouldGiveASimplerRunThatFailsInTheSameWay() {
        for (int i = 0; i < CASES.size(); i++) {
            Case each = CASES.get(i);
            Shrunk shrunk = SHRUNK.get(i);

            assertThat(shrunk.reproduced()).isTrue();
            assertThat(shrunk.minimal()).isTrue();
            assertThat(shrunk.after()).as("seed %d", each.seed()).isLessThanOrEqualTo(shrunk.before());
            ModelRun run = each.program().run(new RecordedChoices(shrunk.schedule()));
            assertThat(run.failed()).isTrue();
            assertThat(run.deadlocked()).isEqualTo(each.run().deadlocked());
            assertThat(run.order()).hasSize((int) shrunk.after().steps());
        }
    }

    @Test
    void shouldLeaveNoDecisionThatCanBeDroppedAlone() {
        for (int i = 0; i < CASES.size() * 2 / 3; i++) {
            Case each = CASES.get(i);
            Schedule shrunk = SHRUNK.get(i).schedule();
            var recorder = new ItemRecorder(new RecordedChoices(shrunk));
            each.rerun().run(recorder);
            for (Item item : recorder.items()) {
                List<Item> fewer = new ArrayList<>(recorder.items());
                fewer.remove(item);

                Outcome outcome = each.rerun().run(new ItemChoices(fewer));

                assertThat(outcome.sameFailure())
                        .as("seed %d without %s", each.seed(), item)
                        .isFalse();
            }
        }
    }

    @Test
    void shouldBeDeterministic() {
        for (int i = 0; i < CASES.size() / 6; i++) {
            assertThat(shrink(CASES.get(i), MANY_RUNS)).isEqualTo(SHRUNK.get(i));
        }
    }

    @Test
    void shouldNeverBeWorseThanTheInputWhateverTheBudget() {
        for (Case each : CASES.subList(0, CASES.size() / 6)) {
            Size last = null;
            for (int runs : new int[] {2, 3, 5, 10, 20, 50, 100, 1000}) {
                Shrunk shrunk = shrink(each, runs);

                assertThat(shrunk.runs()).isLessThanOrEqualTo(runs);
                assertThat(shrunk.after()).isLessThanOrEqualTo(last == null ? shrunk.before() : last);
                assertThat(each.program()
                                .run(new RecordedChoices(shrunk.schedule()))
                                .failed())
                        .isTrue();
                last = shrunk.after();
            }
        }
    }

    @Test
    void shouldEndWhenTheTimeIsUp() {
        Case each = CASES.get(19);
        var now = new long[1];

        Shrunk shrunk = new Shrinker(each.rerun(), MANY_RUNS, 5, () -> now[0]++).shrink(each.schedule());

        assertThat(shrunk.runs()).isLessThanOrEqualTo(8);
        assertThat(shrunk.minimal()).isFalse();
    }

    @Test
    void shouldDropFaultsBeforeSwitches() {
        // Either a fault or a switch makes it fail.
        var program = new ModelProgram()
                .party(set(0, 1), skip(0), set(0, 0), fault(1, 2), check(1, state -> state.variable(1) == 0))
                .party(check(0, state -> state.variable(0) == 0));
        Schedule withFault = Schedule.of(0, 1, 1);
        assertThat(program.run(new RecordedChoices(withFault)).failed()).isTrue();

        Shrunk shrunk = shrink(program, Schedule.of(0, 1, 1));

        assertThat(shrunk.after()).isEqualTo(new Size(0, 1, 1, 2, 0));
        assertThat(shrunk.schedule()).hasToString("1=1");
    }

    @Test
    void shouldLowerWhatWasDrawn() {
        var program = new ModelProgram().party(draw(0, 1000), check(0, state -> state.variable(0) < 10));

        Shrunk shrunk = shrink(program, Schedule.of(900));

        assertThat(shrunk.schedule()).hasToString("0=14");
    }

    @Test
    void shouldLeaveFewDecisions() {
        List<Size> sizes = SHRUNK.stream().map(Shrunk::after).toList();

        assertThat(sizes.stream().mapToInt(Size::decisions).average().orElseThrow())
                .isLessThan(3);
    }

    @Test
    void shouldShrinkBetterThanByPositions() {
        int decisions = 0;
        int decisionsByPosition = 0;
        int switches = 0;
        int switchesByPosition = 0;
        for (int i = 0; i < CASES.size(); i++) {
            Case each = CASES.get(i);
            Shrunk shrunk = SHRUNK.get(i);
            Size byPosition = new PositionShrinker(each.rerun(), MANY_RUNS, each.schedule()).shrink();
            decisions += shrunk.schedule().count();
            decisionsByPosition += byPosition.decisions();
            switches += shrunk.after().switches();
            switchesByPosition += byPosition.switches();
        }

        assertThat(1.2 * decisions).isLessThan(decisionsByPosition);
        assertThat(1.2 * switches).isLessThan(switchesByPosition);
    }

    @Test
    void shouldTellWhenARunDoesNotFailAgain() {
        Shrunk shrunk =
                new Shrinker(choices -> new Outcome(false, 1), 10, LONG, System::nanoTime).shrink(Schedule.of(0, 1));

        assertThat(shrunk.reproduced()).isFalse();
        assertThat(shrunk.schedule()).isEqualTo(Schedule.of(0, 1));
    }

    @Test
    void shouldRefuseABudgetOfNoRun() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shrinker(choices -> new Outcome(true, 1), 1, LONG, System::nanoTime))
                .withMessage("shrinking needs 2 runs at least, but may have 1");
    }

    private static Shrunk shrink(Case each, int maxRuns) {
        return new Shrinker(each.rerun(), maxRuns, LONG, System::nanoTime).shrink(each.schedule());
    }

    private static Shrunk shrink(ModelProgram program, Schedule schedule) {
        Rerun rerun = choices -> {
            ModelRun run = program.run(choices);
            return new Outcome(run.failed(), run.order().size());
        };
        return new Shrinker(rerun, MANY_RUNS, LONG, System::nanoTime).shrink(schedule);
    }

    /** Each candidate is a copy of nearly all decisions, so that as many as there are decisions would take many minutes. */
    @Test
    void shouldMakeNoCandidatesBeyondItsBudget() {
        int faults = 400_000;
        Rerun failing = choices -> {
            for (int i = 0; i < faults; i++) {
                choices.strike(1);
            }
            return new Outcome(true, faults);
        };
        var decisions = new int[faults];
        Arrays.fill(decisions, 1);

        Shrunk shrunk = new Shrinker(failing, 2, LONG, () -> 0).shrink(Schedule.of(decisions));

        assertThat(shrunk.runs()).isEqualTo(2);
        assertThat(shrunk.minimal()).isFalse();
        assertThat(shrunk.after().faults()).isEqualTo(faults);
    }
}
