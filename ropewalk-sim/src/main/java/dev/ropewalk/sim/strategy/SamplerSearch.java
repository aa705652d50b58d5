package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.SplitMix64;

/** A campaign of a strategy that samples. Runs teach later runs. */
record SamplerSearch(Sampler sampler, Experience experience) implements Search {
    @Override
    public Attempt next(long campaignSeed, long run) {
        return attempt(run, SplitMix64.seedOf(campaignSeed, run), experience.before(run));
    }

    private Attempt attempt(long run, long seed, Knowledge knowledge) {
        Picker picker = sampler.picker(seed, knowledge);
        return new Attempt(
                picker,
                sampler,
                seed,
                knowledge,
                true,
                whole -> experience.end(run, whole ? picker::report : _ -> {}),
                () -> attempt(run, seed, knowledge));
    }

    @Override
    public long needed(long run) {
        return Experience.needed(run);
    }
}
