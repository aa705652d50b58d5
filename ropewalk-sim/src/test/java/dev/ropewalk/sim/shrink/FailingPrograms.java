package dev.ropewalk.sim.shrink;

import static dev.ropewalk.sim.model.ModelOp.acquire;
import static dev.ropewalk.sim.model.ModelOp.add;
import static dev.ropewalk.sim.model.ModelOp.check;
import static dev.ropewalk.sim.model.ModelOp.draw;
import static dev.ropewalk.sim.model.ModelOp.fault;
import static dev.ropewalk.sim.model.ModelOp.load;
import static dev.ropewalk.sim.model.ModelOp.lock;
import static dev.ropewalk.sim.model.ModelOp.release;
import static dev.ropewalk.sim.model.ModelOp.skip;
import static dev.ropewalk.sim.model.ModelOp.store;
import static dev.ropewalk.sim.model.ModelOp.unlock;

import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.choice.RecordingChoices;
import dev.ropewalk.sim.choice.Schedule;
import dev.ropewalk.sim.choice.SplitMix64;
import dev.ropewalk.sim.model.ModelOp;
import dev.ropewalk.sim.model.ModelProgram;
import dev.ropewalk.sim.model.ModelRun;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.Search;
import dev.ropewalk.sim.strategy.SearchStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Random programs that fail under some schedules, each with such a schedule. */
final class FailingPrograms {
    private static final int MAX_RUNS = 100;

    private FailingPrograms() {}

    /** A program and the decisions of a run that has failed. */
    record Case(int seed, ModelProgram program, Schedule schedule, ModelRun run) {
        Rerun rerun() {
            return choices -> {
                ModelRun again = program.run(choices, 2000);
                return new Outcome(
                        again.failed() && again.deadlocked() == run.deadlocked(),
                        again.order().size());
            };
        }
    }

    /** Returns so many cases. A run that fails by defaults alone is none: there is nothing to shrink. */
    static List<Case> cases(int count) {
        List<Case> cases = new ArrayList<>();
        for (int seed = 0; cases.size() < count; seed++) {
            ModelProgram program = random(new SplitMix64(seed));
            Search search = SearchStrategy.of(Strategy.randomWalk()).search();
            for (int run = 0; run < MAX_RUNS; run++) {
                Attempt attempt = Objects.requireNonNull(search.next(seed, run));
                var recording = new RecordingChoices(attempt.choices());
                ModelRun result = program.run(recording, 2000);
                if (result.failed()) {
                    cases.add(new Case(seed, program, recording.decisions().schedule(), result));
                    break;
                }
                attempt.end(true);
            }
        }
        return cases;
    }

    private static ModelProgram random(SplitMix64 random) {
        var program = new ModelProgram();
        int parties = 3 + random.next(5);
        for (int party = 0; party < parties; party++) {
            List<ModelOp> ops = new ArrayList<>();
            for (int i = 10 + random.next(25); i > 0; i--) {
                addOps(ops, party, random);
            }
            program.party(ops.toArray(ModelOp[]::new));
        }
        int limit = 2 + random.next(4);
        int variable = random.next(3);
        return program.expect(state -> state.variable(variable) < limit || state.variable((variable + 1) % 3) != 1);
    }

    private static void addOps(List<ModelOp> ops, int party, SplitMix64 random) {
        int variable = random.next(3);
        switch (random.next(8)) {
            case 0 -> {
                int first = random.next(2);
                int second = random.next(2);
                ops.add(lock(first));
                ops.add(add(variable));
                if (first != second) {
                    ops.add(lock(second));
                    ops.add(unlock(second));
                }
                ops.add(unlock(first));
            }
            case 1 -> {
                ops.add(load(variable));
                ops.add(store(variable, 1));
            }
            case 2 -> {
                ops.add(release(variable));
                ops.add(acquire(variable));
            }
            case 3 -> ops.add(draw(variable, 2 + random.next(4)));
            case 4 -> ops.add(fault(variable, 4));
            case 5 -> {
                int bad = 1 + random.next(3);
                int other = (variable + 1) % 3;
                ops.add(check(variable, state -> state.variable(variable) != bad || state.variable(other) != bad));
            }
            case 6 -> ops.add(add(variable));
            default -> {
                ops.add(skip(party));
                ops.add(skip(party));
            }
        }
    }
}
