package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ChoiceSource;

/** A strategy whose runs follow from their seeds, and from what was known when they began. */
interface Sampler extends SearchStrategy {
    /** Returns the choices of a run. */
    Picker picker(long seed, Knowledge knowledge);

    @Override
    default Search search() {
        return new SamplerSearch(this, new Experience());
    }

    @Override
    default ChoiceSource repeat(long seed, Knowledge knowledge) {
        return picker(seed, knowledge);
    }
}
