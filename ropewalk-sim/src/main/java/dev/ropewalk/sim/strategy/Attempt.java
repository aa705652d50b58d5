package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.choice.ChoiceSource;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One run of a campaign, as its strategy has planned it. */
public final class Attempt {
    private final ChoiceSource choices;
    private final SearchStrategy strategy;
    private final long seed;
    private final Knowledge knowledge;
    private final boolean repeatable;
    private final Consumer<Boolean> end;
    private final Supplier<Attempt> again;

    Attempt(
            ChoiceSource choices,
            SearchStrategy strategy,
            long seed,
            Knowledge knowledge,
            boolean repeatable,
            Consumer<Boolean> end,
            Supplier<Attempt> again) {
        this.choices = choices;
        this.strategy = strategy;
        this.seed = seed;
        this.knowledge = knowledge;
        this.repeatable = repeatable;
        this.end = end;
        this.again = again;
    }

    /** Returns the choices, to be used by one world. */
    public ChoiceSource choices() {
        return choices;
    }

    /** Returns the strategy that has made the choices: of a portfolio, the one whose turn it is. */
    public Strategy strategy() {
        return strategy;
    }

    /** Returns the seed of the run. */
    public long seed() {
        return seed;
    }

    /** Returns the knowledge that the strategy uses in this run. */
    public Knowledge knowledge() {
        return knowledge;
    }

    /** Returns whether strategy, seed and knowledge tell the run, so that its decisions needn't be recorded. */
    public boolean isRepeatable() {
        return repeatable;
    }

    /** The run has ended. {@code whole} is false if it was cut off, so that its length tells nothing. */
    public void end(boolean whole) {
        end.accept(whole);
    }

    /**
     * Returns the same run, to be made from its beginning; this one then counts for nothing.
     *
     * @throws IllegalStateException if it isn't repeatable
     */
    public Attempt again() {
        return again.get();
    }

    Attempt with(UnaryOperator<ChoiceSource> wrapper, SearchStrategy other) {
        return new Attempt(
                wrapper.apply(choices), other, seed, knowledge, repeatable, end, () -> again().with(wrapper, other));
    }
}
