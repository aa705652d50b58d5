package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;
import java.util.Arrays;

/**
 * Partial order sampling: Yuan, Yang, Gu: Partial order aware concurrency sampling, CAV 2018.
 *
 * <p>Each step that is ready has a random priority, and the highest is taken. Then the ready steps that race with it, which are
 * those on the same resource, get a fresh priority. So the orders of racing steps are drawn independently of each other and of
 * how many independent steps lie between them. A step that waits in a loop gets the lowest of three
 * numbers, and when it is taken all draw again, so that it doesn't keep others from going on.
 */
enum Pos implements Sampler {
    INSTANCE;

    @Override
    public Picker picker(long seed, Knowledge knowledge) {
        return new Priorities(seed);
    }

    @Override
    public String toString() {
        return "pos";
    }

    private static final class Priorities extends Picker {
        /** The priority of each party's next step: positive, or 0 if it has none. */
        private long[] priorities = new long[16];

        Priorities(long seed) {
            super(seed);
        }

        @Override
        public int pick(ReadyParties ready) {
            int best = 0;
            long bestPriority = -1;
            for (int slot = ready.size() - 1; slot >= 0; slot--) {
                long priority = priority(ready, slot);
                if (priority > bestPriority) {
                    bestPriority = priority;
                    best = slot;
                }
            }
            forgetRacing(ready, best);
            return best;
        }

        private void forgetRacing(ReadyParties ready, int chosen) {
            int resource = ready.resource(chosen);
            boolean waits = isWaiting(ready, chosen);
            for (int slot = ready.size() - 1; slot >= 0; slot--) {
                if (waits || ready.resource(slot) == resource) {
                    priorities[ready.party(slot)] = 0;
                }
            }
        }

        private long priority(ReadyParties ready, int slot) {
            int party = ready.party(slot);
            if (party >= priorities.length) {
                priorities = Arrays.copyOf(priorities, Math.max(party + 1, 2 * priorities.length));
            }
            if (priorities[party] == 0) {
                priorities[party] = isWaiting(ready, slot) ? Math.min(fresh(), Math.min(fresh(), fresh())) : fresh();
            }
            return priorities[party];
        }

        private long fresh() {
            return random.next() >>> 1 | 1;
        }

        @Override
        public boolean seesAllSteps() {
            return true;
        }
    }
}
