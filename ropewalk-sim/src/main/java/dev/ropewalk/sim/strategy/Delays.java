package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;
import java.util.Arrays;

/**
 * Delay bounding: Emmi, Qadeer, Rakamaric: Delay-bounded scheduling, POPL 2011.
 *
 * <p>A party goes on until it has to wait; then the next one in the order of their beginning does. At some random points of the
 * run, the party whose turn it is is skipped. A schedule that the right delays lead to is met with a probability of 1/k^d at
 * least, where d is their number and k how often the run chooses between parties. The paper enumerates the points instead.
 */
record Delays(int bound) implements Sampler {
    static final int MAX_BOUND = 1000;

    Delays {
        Numbers.check("bound of delays", bound, 0, MAX_BOUND);
    }

    @Override
    public Picker picker(long seed, Knowledge knowledge) {
        return new Turns(seed, bound, Numbers.picksOf(knowledge));
    }

    @Override
    public String toString() {
        return "delays:" + bound;
    }

    private static final class Turns extends CountingPicker {
        private final long[] delayAt;
        private int nextDelay;
        private int last = -1;

        Turns(long seed, int bound, long picks) {
            super(seed);
            delayAt = new long[bound];
            for (int i = 0; i < bound; i++) {
                delayAt[i] = 1 + random.next(picks);
            }
            Arrays.sort(delayAt);
        }

        @Override
        int pickOf(ReadyParties ready, long number) {
            if (ready.isLastReady()) {
                last = ready.party(0);
            }
            int slot = ready.isLastReady() && !isWaiting(ready, 0) ? 0 : turnAfter(ready, last);
            while (nextDelay < delayAt.length && delayAt[nextDelay] <= number) {
                nextDelay++;
                slot = turnAfter(ready, ready.party(slot));
            }
            last = ready.party(slot);
            return slot;
        }

        /** Returns the next party in turn; those that wait for others come only if all do. */
        private static int turnAfter(ReadyParties ready, int party) {
            int first = RoundRobin.slotBehind(ready, party);
            int slot = first;
            while (isWaiting(ready, slot)) {
                slot = RoundRobin.slotBehind(ready, ready.party(slot));
                if (slot == first) {
                    return first;
                }
            }
            return slot;
        }
    }
}
