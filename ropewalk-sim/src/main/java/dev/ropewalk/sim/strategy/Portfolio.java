package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ChoiceSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strategies take turns over the runs of a campaign, and share what the runs teach. */
enum Portfolio implements SearchStrategy {
    /** The only one. */
    INSTANCE;

    private static final List<Sampler> ROTATION = List.of(
            RandomWalk.INSTANCE,
            Pos.INSTANCE,
            new Pct(3),
            Uniform.INSTANCE,
            new Delays(2),
            new Pct(2),
            Pos.INSTANCE,
            RandomWalk.INSTANCE,
            new Pct(5),
            Uniform.INSTANCE,
            new Delays(4));

    @Override
    public Search search() {
        var experience = new Experience();
        Search first = new SamplerSearch(RoundRobin.INSTANCE, experience);
        List<SamplerSearch> rotation = ROTATION.stream()
                .map(sampler -> new SamplerSearch(sampler, experience))
                .toList();
        return new Turns(first, rotation);
    }

    private record Turns(Search first, List<SamplerSearch> rotation) implements Search {
        @Override
        public @Nullable Attempt next(long campaignSeed, long run) {
            Search search = run == 0 ? first : rotation.get((int) ((run - 1) % rotation.size()));
            return search.next(campaignSeed, run);
        }

        @Override
        public long needed(long run) {
            return Experience.needed(run);
        }
    }

    @Override
    public ChoiceSource repeat(long seed, Knowledge knowledge) {
        throw new IllegalArgumentException(
                "a run of a portfolio is repeated by the strategy whose turn it was, which its replay string names");
    }

    @Override
    public String toString() {
        return "portfolio";
    }
}
