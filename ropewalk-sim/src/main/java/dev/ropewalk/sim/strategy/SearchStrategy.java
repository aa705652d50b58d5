package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.choice.ChoiceSource;

/** What the engine and the campaigns need of a strategy, beyond what users see. */
public interface SearchStrategy extends Strategy {
    /** Returns a strategy as one of this module. */
    static SearchStrategy of(Strategy strategy) {
        if (strategy instanceof SearchStrategy own) {
            return own;
        }
        throw new IllegalArgumentException("strategy " + strategy + " of " + strategy.getClass()
                + " isn't Ropewalk's own: take one from the methods of " + Strategy.class.getName());
    }

    /** Begins a campaign. */
    Search search();

    /**
     * Returns the choices that a run of a campaign had.
     *
     * @param seed the run's
     * @throws IllegalArgumentException if seed and knowledge don't tell the run
     */
    ChoiceSource repeat(long seed, Knowledge knowledge);

    @Override
    default Strategy withFairTail(int steps) {
        return new FairTail(this, steps);
    }
}
