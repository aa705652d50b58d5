package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic
 * guarantees of finding bugs, ASPLOS 2010.
 *
 * <p>Each party gets a random priority when it appears, and the party of the highest priority goes on. At {@code depth - 1} random
 * points of the run, the party that would go on falls below all others. A run of n parties that chooses at most k times finds a
 * bug of that depth with a probability of 1/(n k^(depth-1)) at least.
 *
 * <p>Differences from the paper: k is the number of steps at which several parties are ready, since at others a change of
 * priority does nothing; it is learnt from earlier runs, and the longest of the recent ones counts. So the bound holds for that k,
 * which may be far from the length of a shorter run, and not at all for a run that is longer. The points of change are distinct. A party that waits for
 * others in a loop falls below them, because they would never run otherwise.
 */
record Pct(int depth) implements Sampler {
    /** Above that, a run would hardly ever be long enough. */
    static final int MAX_DEPTH = 1000;

    Pct {
        Numbers.check("depth of pct", depth, 1, MAX_DEPTH);
    }

    @Override
    public Picker picker(long seed, Knowledge knowledge) {
        return new Priorities(seed, depth, Numbers.picksOf(knowledge));
    }

    @Override
    public String toString() {
        return "pct:" + depth;
    }

    private static final class Priorities extends CountingPicker {
        private static final long LOWEST_FIRST_PRIORITY = 1L << 62;

        /** The points of change, rising, with the priorities to which parties fall. */
        private final long[] changeAt;

        private final long[] changeTo;
        private int nextChange;

        /** The priority of each party, 0 for those that haven't appeared. */
        private long[] priorities = new long[16];

        /** The parties that have fallen because they poll, and haven't looked since. */
        private final BitSet hasFallen = new BitSet();

        private long lowest;

        Priorities(long seed, int depth, long picks) {
            super(seed);
            int changes = (int) Math.min(depth - 1, picks);
            changeAt = new long[changes];
            for (int i = 0; i < changes; i++) {
                changeAt[i] = unused(picks, i);
            }
            Arrays.sort(changeAt);
            changeTo = Numbers.shuffled(changes, random);
        }

        /** Returns a random point that isn't among the first ones. */
        private long unused(long picks, int count) {
            while (true) {
                long point = 1 + random.next(picks);
                int i = 0;
                while (i < count && changeAt[i] != point) {
                    i++;
                }
                if (i == count) {
                    return point;
                }
            }
        }

        @Override
        int pickOf(ReadyParties ready, long number) {
            int slot = highest(ready);
            while (nextChange < changeAt.length && changeAt[nextChange] <= number) {
                priorities[ready.party(slot)] = changeTo[nextChange++];
                slot = highest(ready);
            }
            // A party falls once for each look, so that it looks when those have gone on that fell earlier.
            while (isWaiting(ready, slot) && !hasFallen.get(ready.party(slot))) {
                hasFallen.set(ready.party(slot));
                priorities[ready.party(slot)] = --lowest;
                slot = highest(ready);
            }
            hasFallen.clear(ready.party(slot));
            return slot;
        }

        private int highest(ReadyParties ready) {
            int best = 0;
            long bestPriority = Long.MIN_VALUE;
            for (int slot = ready.size() - 1; slot >= 0; slot--) {
                long priority = priority(ready.party(slot));
                if (priority > bestPriority) {
                    bestPriority = priority;
                    best = slot;
                }
            }
            return best;
        }

        private long priority(int party) {
            if (party >= priorities.length) {
                priorities = Arrays.copyOf(priorities, Math.max(party + 1, 2 * priorities.length));
            }
            if (priorities[party] == 0) {
                priorities[party] = LOWEST_FIRST_PRIORITY | random.next() >>> 2;
            }
            return priorities[party];
        }
    }
}
