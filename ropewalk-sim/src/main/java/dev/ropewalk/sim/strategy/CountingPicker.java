package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;

/** Counts how often a run chooses between parties. */
abstract class CountingPicker extends Picker {
    private long picks;

    CountingPicker(long seed) {
        super(seed);
    }

    @Override
    public final int pick(ReadyParties ready) {
        return ready.size() == 1 ? 0 : pickOf(ready, ++picks);
    }

    /** Picks one of several parties; {@code number} counts from 1. */
    abstract int pickOf(ReadyParties ready, long number);

    @Override
    final void report(Experience experience) {
        experience.addPicks(picks);
    }
}
