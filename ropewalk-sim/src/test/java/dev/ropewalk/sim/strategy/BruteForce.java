package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.DecisionKind;
import dev.ropewalk.sim.choice.Decisions;
import dev.ropewalk.sim.choice.ReadyParties;
import dev.ropewalk.sim.model.ModelProgram;
import dev.ropewalk.sim.model.ModelRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs all schedules of a model program, however equal they are. */
final class BruteForce {
    private BruteForce() {}

    static List<ModelRun> runs(ModelProgram program, int maxSwitches) {
        List<ModelRun> runs = new ArrayList<>();
        int[] prefix = {};
        while (prefix != null) {
            var choices = new Counted(prefix);
            ModelRun run = program.run(choices);
            if (run.switches() <= maxSwitches) {
                runs.add(run);
            }
            prefix = choices.nextPrefix();
        }
        return runs;
    }

    /** Follows a prefix, then takes the first option; notes how many there were. */
    private static final class Counted extends Picker {
        private final int[] prefix;
        private final Decisions taken = new Decisions();
        private final List<Integer> sizes = new ArrayList<>();

        Counted(int[] prefix) {
            super(0);
            this.prefix = prefix;
        }

        @Override
        public int pick(ReadyParties ready) {
            if (ready.size() == 1) {
                return 0;
            }
            int position = taken.size();
            int slot = position < prefix.length ? prefix[position] : 0;
            taken.add(DecisionKind.PICK, slot);
            sizes.add(ready.size());
            return slot;
        }

        int @Nullable [] nextPrefix() {
            for (int position = taken.size() - 1; position >= 0; position--) {
                if (taken.value(position) + 1 < sizes.get(position)) {
                    var next = new int[position + 1];
                    for (int i = 0; i <= position; i++) {
                        next[i] = taken.value(i);
                    }
                    next[position]++;
                    return next;
                }
            }
            return null;
        }
    }
}
