package dev.ropewalk.sim.strategy;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.ReadyParties;
import dev.ropewalk.sim.choice.SplitMix64;

/** Picks the parties of one run. All else is drawn from pseudo-random numbers. */
abstract class Picker implements ChoiceSource {
    final SplitMix64 random;

    Picker(long seed) {
        random = new SplitMix64(seed);
    }

    @Override
    public final int draw(int bound) {
        return random.next(bound);
    }

    @Override
    public final boolean strike(int oneIn) {
        return random.next(oneIn) == 0;
    }

    /** Notes what a run has taught that wasn't cut off. */
    void report(Experience experience) {}

    /** Returns whether a party has to wait for others, so that they had better go first. */
    static boolean isWaiting(ReadyParties ready, int slot) {
        StepKind kind = ready.kind(slot);
        return kind == StepKind.SPIN || kind == StepKind.YIELD;
    }
}
