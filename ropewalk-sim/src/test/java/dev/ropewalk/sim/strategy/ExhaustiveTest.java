package dev.ropewalk.sim.strategy;

import static dev.ropewalk.sim.model.ModelOp.acquire;
import static dev.ropewalk.sim.model.ModelOp.acquireOrWait;
import static dev.ropewalk.sim.model.ModelOp.add;
import static dev.ropewalk.sim.model.ModelOp.draw;
import static dev.ropewalk.sim.model.ModelOp.lock;
import static dev.ropewalk.sim.model.ModelOp.lockOrWait;
import static dev.ropewalk.sim.model.ModelOp.release;
import static dev.ropewalk.sim.model.ModelOp.set;
import static dev.ropewalk.sim.model.ModelOp.skip;
import static dev.ropewalk.sim.model.ModelOp.spinUntil;
import static dev.ropewalk.sim.model.ModelOp.start;
import static dev.ropewalk.sim.model.ModelOp.unlock;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.choice.SplitMix64;
import dev.ropewalk.sim.model.ModelOp;
import dev.ropewalk.sim.model.ModelProgram;
import dev.ropewalk.sim.model.ModelRun;
import dev.ropewalk.testing.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExhaustiveTest {
    /** Each seed is another random program. */
    private static final int SEEDS = Sample.of(60, 300);

    @Test
    void shouldVisitEachTraceOnceWhereAllStepsRace() {
        var program = new ModelProgram().party(add(0), add(0), add(0)).party(add(0), add(0), add(0));

        assertThat(traces(program)).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void shouldVisitOneTraceWhereNoStepsRace() {
        var program = new ModelProgram()
                .party(skip(0), skip(0), skip(0))
                .party(skip(1), skip(1), skip(1))
                .party(skip(2), skip(2), skip(2));

        assertThat(traces(program)).hasSize(1);
    }

    @Test
    void shouldVisitTheOrdersOfLockHolders() {
        ModelOp[] critical = {lock(0), add(0), unlock(0)};
        var program = new ModelProgram().party(critical).party(critical).party(critical);

        assertThat(traces(program)).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    void shouldVisitTwoIndependentRacesInFourTraces() {
        var program =
                new ModelProgram().party(set(0, 1), set(1, 1)).party(set(0, 2)).party(set(1, 2));

        assertThat(traces(program)).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void shouldFollowPartiesThatBeginLater() {
        var program = new ModelProgram()
                .party(start(1), add(0))
                .lateParty(add(0), start(2))
                .lateParty(add(0));

        // The first party's step comes before, between or after the steps of the other two.
        assertThat(traces(program)).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void shouldEnumerateOtherDecisions() {
        var program = new ModelProgram().party(draw(0, 3), draw(1, 2));
        Set<String> seen = new HashSet<>();
        var watched = program.expect(state -> seen.add(state.variable(0) + "," + state.variable(1)));

        assertThat(runs(watched, Strategies.exhaustiveReduced())).hasSize(6);
        assertThat(seen).hasSize(6);
    }

    @Test
    void shouldEndThoughPartiesPoll() {
        var program = new ModelProgram().party(spinUntil(0, 1), add(1)).party(add(1), set(0, 1), add(1));

        assertThat(runs(program, Strategies.exhaustiveReduced())).noneMatch(ModelRun::cutOff);
        assertThat(runs(program, Strategies.exhaustiveReduced(2))).noneMatch(ModelRun::cutOff);
    }

    @Test
    void shouldLetAPartyLookAgainBetweenTheStepsOfAnother() {
        Set<Integer> seen = new HashSet<>();
        var program = new ModelProgram()
                .party(spinUntil(0, 1), ModelOp.check(1, state -> {
                    seen.add(state.variable(1));
                    return true;
                }))
                .party(set(0, 1), add(1), add(1));

        runs(program, Strategies.exhaustiveReduced());

        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2);
    }

    /** The orders of two times n steps: 2n over n. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 6", "3, 20"})
    void shouldVisitEverySchedule(int steps, int expected) {
        var program = new ModelProgram()
                .party(Collections.nCopies(steps, skip(0)).toArray(ModelOp[]::new))
                .party(Collections.nCopies(steps, skip(1)).toArray(ModelOp[]::new));

        List<ModelRun> runs = runs(program, Strategies.exhaustive());

        assertThat(runs.stream().map(run -> run.order().toString()))
                .hasSize(expected)
                .doesNotHaveDuplicates();
        assertThat(runs).noneMatch(ModelRun::givenUp);
    }

    @Test
    void shouldVisitEveryScheduleWithinABound() {
        for (int seed = 0; seed < SEEDS / 3; seed++) {
            ModelProgram program = random(new SplitMix64(seed), seed % 2 == 0);
            for (int bound = 0; bound <= 2; bound++) {
                assertThat(runs(program, Strategies.exhaustive(bound)).stream().map(ModelRun::order))
                        .as("seed %d, bound %d", seed, bound)
                        .doesNotHaveDuplicates()
                        .containsExactlyInAnyOrderElementsOf(BruteForce.runs(program, bound).stream()
                                .map(ModelRun::order)
                                .toList());
            }
        }
    }

    /** Two parties of n steps that all race: a schedule is told by its preemptions. */
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 8", "2, 26", "10, 70"})
    void shouldVisitAllSchedulesWithinABound(int bound, int expected) {
        ModelOp[] four = {add(0), add(0), add(0), add(0)};
        var program = new ModelProgram().party(four).party(four);

        List<ModelRun> runs = runs(program, Strategies.exhaustiveReduced(bound));

        List<String> whole =
                runs.stream().filter(run -> !run.givenUp()).map(ModelRun::trace).toList();
        assertThat(whole).hasSize(expected).doesNotHaveDuplicates();
        assertThat(runs).allMatch(run -> run.switches() <= bound);
    }

    @Test
    void shouldPruneWithinABound() {
        ModelOp[] four = {skip(0), skip(0), skip(0), skip(0)};
        ModelOp[] others = {skip(1), skip(1), skip(1), skip(1)};
        var program = new ModelProgram().party(four).party(others);

        // The 26 schedules of two preemptions are one trace; only which party begins is tried to the end.
        assertThat(runs(program, Strategies.exhaustiveReduced(2)).stream().filter(run -> !run.givenUp()))
                .hasSize(2);
    }

    @Test
    void shouldVisitThoseTracesThatABruteForceSearchVisits() {
        for (int seed = 0; seed < SEEDS; seed++) {
            ModelProgram program = random(new SplitMix64(seed), seed % 2 == 0);
            Set<String> all = new HashSet<>();
            for (ModelRun run : BruteForce.runs(program, Integer.MAX_VALUE)) {
                all.add(run.trace());
            }

            List<String> visited = traces(program);

            assertThat(visited).as("seed %d", seed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
        }
    }

    /** Parties wait in a step on what they wait for, as they do in a world. */
    @Test
    void shouldVisitAllTracesThatHaveAScheduleWithinTheBound() {
        for (int seed = 0; seed < SEEDS; seed++) {
            ModelProgram program = random(new SplitMix64(seed), true);
            for (int bound = 0; bound <= 2; bound++) {
                Set<String> all = new HashSet<>();
                for (ModelRun run : BruteForce.runs(program, bound)) {
                    all.add(run.trace());
                }
                Set<String> visited = new HashSet<>();
                for (ModelRun run : runs(program, Strategies.exhaustiveReduced(bound))) {
                    if (!run.givenUp()) {
                        visited.add(run.trace());
                    }
                }

                assertThat(visited).as("seed %d, bound %d", seed, bound).isEqualTo(all);
            }
        }
    }

    private static ModelProgram random(SplitMix64 random, boolean waits) {
        var program = new ModelProgram();
        int parties = 2 + random.next(2);
        for (int party = 0; party < parties; party++) {
            var ops = new ModelOp[parties == 2 ? 4 : 3];
            for (int i = 0; i < ops.length; i++) {
                int number = random.next(2);
                ops[i] = switch (random.next(7)) {
                    case 0 -> skip(party);
                    case 1 -> waits ? lockOrWait(number) : lock(number);
                    case 2 -> unlock(number);
                    case 3 -> waits ? acquireOrWait(number) : acquire(number);
                    case 4 -> release(number);
                    default -> add(number);
                };
            }
            program.party(ops);
        }
        return program;
    }

    private static List<String> traces(ModelProgram program) {
        return runs(program, Strategies.exhaustiveReduced()).stream()
                .filter(run -> !run.givenUp())
                .map(ModelRun::trace)
                .toList();
    }

    static List<ModelRun> runs(ModelProgram program, SearchStrategy strategy) {
        List<ModelRun> runs = new ArrayList<>();
        Search search = strategy.search();
        while (true) {
            Attempt attempt = search.next(1, runs.size());
            if (attempt == null) {
                assertThat(search.isDone()).isTrue();
                return runs;
            }
            assertThat(search.isDone()).isFalse();
            runs.add(program.run(attempt.choices()));
            attempt.end(true);
        }
    }
}
