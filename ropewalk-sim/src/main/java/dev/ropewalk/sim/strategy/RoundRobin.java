package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;

/** The parties take a step each, in the order of their numbers. */
enum RoundRobin implements Sampler {
    /** The only one. */
    INSTANCE;

    @Override
    public Picker picker(long seed, Knowledge knowledge) {
        return new Turns(seed);
    }

    @Override
    public String toString() {
        return "round-robin";
    }

    /** Returns the slot of the first party behind one, in the order of their numbers, where the first follows on the last. */
    static int slotBehind(ReadyParties ready, int party) {
        int best = 0;
        int bestDistance = Integer.MAX_VALUE;
        for (int slot = ready.size() - 1; slot >= 0; slot--) {
            // Wraps around, so that a party not above the given one is further away than all that are.
            int distance = (ready.party(slot) - party - 1) & Integer.MAX_VALUE;
            if (distance < bestDistance) {
                bestDistance = distance;
                best = slot;
            }
        }
        return best;
    }

    private static final class Turns extends Picker {
        private int last = -1;

        Turns(long seed) {
            super(seed);
        }

        @Override
        public int pick(ReadyParties ready) {
            if (ready.isLastReady()) {
                last = ready.party(0);
            }
            int slot = slotBehind(ready, last);
            last = ready.party(slot);
            return slot;
        }
    }
}
