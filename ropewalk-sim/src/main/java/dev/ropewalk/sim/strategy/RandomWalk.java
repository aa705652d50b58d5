package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;

/** Each party that can go on is as likely as the others; one that waits for others is less likely. */
enum RandomWalk implements Sampler {
    /** The only one. */
    INSTANCE;

    @Override
    public Picker picker(long seed, Knowledge knowledge) {
        return new Walker(seed);
    }

    @Override
    public String toString() {
        return "random";
    }

    private static final class Walker extends Picker {
        Walker(long seed) {
            super(seed);
        }

        @Override
        public int pick(ReadyParties ready) {
            int size = ready.size();
            if (size == 1) {
                return 0;
            }
            int slot = random.next(size);
            return isWaiting(ready, slot) ? random.next(size) : slot;
        }
    }
}
