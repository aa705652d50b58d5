package dev.ropewalk.sim.model;

import dev.ropewalk.sim.choice.ChoiceSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A small concurrent program. */
public final class ModelProgram {
    final List<List<ModelOp>> parties = new ArrayList<>();
    final List<Boolean> late = new ArrayList<>();
    Predicate<ModelState> atEnd = state -> true;
    boolean deadlockFails = true;

    /** Adds a party that is there from the start. */
    public ModelProgram party(ModelOp... ops) {
        parties.add(List.of(ops));
        late.add(false);
        return this;
    }

    /** Adds a party that another one begins. */
    public ModelProgram lateParty(ModelOp... ops) {
        parties.add(List.of(ops));
        late.add(true);
        return this;
    }

    /** The run fails if a condition doesn't hold at its end. */
    public ModelProgram expect(Predicate<ModelState> condition) {
        atEnd = condition;
        return this;
    }

    /** Runs it. */
    public ModelRun run(ChoiceSource choices) {
        return run(choices, 10_000);
    }

    /** Runs it for so many steps at most. */
    public ModelRun run(ChoiceSource choices, int maxSteps) {
        return new ModelWorld(this, choices).run(maxSteps);
    }
}
