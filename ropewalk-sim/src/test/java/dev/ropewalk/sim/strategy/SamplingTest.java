package dev.ropewalk.sim.strategy;

import static dev.ropewalk.sim.model.ModelOp.add;
import static dev.ropewalk.sim.model.ModelOp.check;
import static dev.ropewalk.sim.model.ModelOp.load;
import static dev.ropewalk.sim.model.ModelOp.lock;
import static dev.ropewalk.sim.model.ModelOp.set;
import static dev.ropewalk.sim.model.ModelOp.skip;
import static dev.ropewalk.sim.model.ModelOp.start;
import static dev.ropewalk.sim.model.ModelOp.unlock;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.model.ModelOp;
import dev.ropewalk.sim.model.ModelProgram;
import dev.ropewalk.sim.model.ModelRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How likely schedules are, as the papers say. */
class SamplingTest {
    private static final int RUNS = 40_000;

    @Test
    void shouldFindABugOfDepthOneAsOftenAsPctPromises() {
        // The second party must be the first, among five.
        var program = new ModelProgram()
                .party(set(0, 1), skip(0), skip(0))
                .party(check(0, state -> state.variable(0) == 1), skip(1), skip(1))
                .party(skip(2), skip(2), skip(2))
                .party(skip(3), skip(3), skip(3))
                .party(skip(4), skip(4), skip(4));

        assertPromise(program, 1, 5);
    }

    @Test
    void shouldFindADeadlockOfDepthTwoAsOftenAsPctPromises() {
        var program = new ModelProgram()
                .party(skip(0), lock(0), lock(1), unlock(1), unlock(0))
                .party(skip(1), lock(1), lock(0), unlock(0), unlock(1))
                .party(skip(2), skip(2), skip(2));

        assertPromise(program, 2, 3);
    }

    @Test
    void shouldFindABugOfDepthThreeAsOftenAsPctPromises() {
        var program = new ModelProgram()
                .party(skip(0), set(0, 1), skip(0), set(0, 2))
                .party(skip(1), load(0), skip(1), check(0, state -> state.local(1) != 1 || state.variable(0) != 2));

        assertPromise(program, 3, 2);
    }

    private static void assertPromise(ModelProgram program, int depth, int parties) {
        List<ModelRun> runs = runs(program, Strategies.pct(depth), RUNS);
        int picks = runs.stream().mapToInt(ModelRun::picks).max().orElseThrow();
        double promised = 1 / (parties * Math.pow(picks, depth - 1));

        assertThat((double) runs.stream().filter(ModelRun::failed).count())
                .isGreaterThan(Statistics.fewestHits(RUNS, promised));
    }

    @Test
    void shouldNotFindADeadlockWithoutAChangeOfPriority() {
        var program = new ModelProgram()
                .party(skip(0), lock(0), lock(1), unlock(1), unlock(0))
                .party(skip(1), lock(1), lock(0), unlock(0), unlock(1));

        assertThat(runs(program, Strategies.pct(1), 1000)).noneMatch(ModelRun::failed);
    }

    @Test
    void shouldTakeEachOrderOfIndependentRacesWithEqualProbabilityByPos() {
        var program = new ModelProgram()
                .party(add(0))
                .party(add(0))
                .party(add(1))
                .party(add(1))
                .party(add(2))
                .party(add(2));

        assertUniform(runs(program, Strategies.pos(), RUNS), 8);
    }

    @Test
    void shouldOrderARaceByPosWhateverIndependentStepsComeBefore() {
        var program = new ModelProgram()
                .party(skip(0), skip(0), skip(0), skip(0), skip(0), skip(0), add(0))
                .party(add(0));

        // The last of the first party's seven steps is before the other's one if all seven have a higher priority.
        assertThat((double) longFirst(runs(program, Strategies.pos(), RUNS)))
                .isBetween(Statistics.fewestHits(RUNS, 1.0 / 8), Statistics.mostHits(RUNS, 1.0 / 8));
        assertThat((double) longFirst(runs(program, Strategies.randomWalk(), RUNS)))
                .isBetween(Statistics.fewestHits(RUNS, 1.0 / 128), Statistics.mostHits(RUNS, 1.0 / 128));
    }

    private static long longFirst(List<ModelRun> runs) {
        return runs.stream().filter(run -> run.order().getLast() == 1).count();
    }

    @Test
    void shouldTakeEachInterleavingWithEqualProbabilityByUniformWalk() {
        var program = new ModelProgram()
                .party(add(0), add(0), add(0))
                .party(add(0), add(0))
                .party(add(0));

        assertUniform(afterFirst(runs(program, Strategies.uniform(), RUNS)), 60);
        assertThat(distance(runs(program, Strategies.randomWalk(), RUNS), 60))
                .isGreaterThan(10 * Statistics.mostChiSquared(60));
    }

    @Test
    void shouldTakeEachInterleavingWithEqualProbabilityThoughPartiesBeginLater() {
        var program = new ModelProgram()
                .party(add(0), start(1), skip(0), start(2), add(0))
                .lateParty(add(0), add(0))
                .lateParty(add(0));

        // The skipped step is visible, too: what counts is its place between those of the others.
        var orders = new HashMap<List<Integer>, Integer>();
        for (ModelRun run : afterFirst(runs(program, Strategies.uniform(), RUNS))) {
            List<Integer> visible = new ArrayList<>();
            int ofMain = 0;
            for (int party : run.order()) {
                boolean starts = party == 0 && (ofMain == 1 || ofMain == 3);
                ofMain += party == 0 ? 1 : 0;
                if (!starts) {
                    visible.add(party);
                }
            }
            orders.merge(visible, 1, Integer::sum);
        }
        // The first is first. The third party comes behind the skipped step: 30 orders of 0 0 1 1 2 less 10 with 2
        // before 0.
        assertThat(orders).hasSize(orders(orders));
        assertThat(Statistics.chiSquared(orders.values(), orders.size()))
                .isLessThan(Statistics.mostChiSquared(orders.size()));
    }

    private static int orders(Map<List<Integer>, Integer> orders) {
        return (int) orders.keySet().stream()
                .filter(order -> order.getFirst() == 0)
                .filter(order ->
                        order.indexOf(2) > order.subList(1, order.size()).indexOf(0))
                .count();
    }

    private static void assertUniform(List<ModelRun> runs, int traces) {
        assertThat(distance(runs, traces)).isLessThan(Statistics.mostChiSquared(traces));
    }

    private static double distance(List<ModelRun> runs, int traces) {
        Map<String, Integer> counts = new HashMap<>();
        runs.forEach(run -> counts.merge(run.trace(), 1, Integer::sum));
        return Statistics.chiSquared(counts.values(), traces);
    }

    /** The first run only estimates. */
    private static List<ModelRun> afterFirst(List<ModelRun> runs) {
        return runs.subList(1, runs.size());
    }

    @Test
    void shouldRunToTheEndWithoutDelays() {
        ModelOp[] ops = {add(0), add(0)};
        var program = new ModelProgram().party(ops).party(ops).party(ops);

        assertThat(runs(program, Strategies.delays(0), 20))
                .allSatisfy(run -> assertThat(run.order()).containsExactly(0, 0, 1, 1, 2, 2));
    }

    @Test
    void shouldFindWhatTwoDelaysShowAsOftenAsPromised() {
        // Between the steps of the first party the third and the fourth have to come, but not the second.
        var program = new ModelProgram()
                .party(set(0, 1), skip(0), set(0, 0), skip(0))
                .party(set(1, 7))
                .party(add(1))
                .party(check(0, state -> state.variable(0) != 1 || state.variable(1) != 1));
        List<ModelRun> runs = runs(program, Strategies.delays(2), RUNS);
        int picks = runs.stream().mapToInt(ModelRun::picks).max().orElseThrow();

        assertThat((double) runs.stream().filter(ModelRun::failed).count())
                .isGreaterThan(Statistics.fewestHits(RUNS, 1.0 / (picks * picks)));
        assertThat(runs(program, Strategies.delays(1), 1000)).noneMatch(ModelRun::failed);
    }

    static List<ModelRun> runs(ModelProgram program, SearchStrategy strategy, int count) {
        List<ModelRun> runs = new ArrayList<>();
        Search search = strategy.search();
        for (int run = 0; run < count; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(7, run));
            runs.add(program.run(attempt.choices()));
            attempt.end(true);
        }
        return runs;
    }
}
