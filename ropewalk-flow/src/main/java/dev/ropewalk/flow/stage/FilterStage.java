package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import java.util.function.Predicate;

/** Passes on the elements that fulfil a condition. */
public final class FilterStage<T> extends DroppingStage<T> {
    private final Predicate<? super T> condition;

    /** Makes a stage in front of another. */
    public FilterStage(Stage<? super T> next, Predicate<? super T> condition) {
        super(next);
        this.condition = condition;
    }

    @Override
    public boolean push(T element) {
        return condition.test(element) ? next.push(element) : drop();
    }
}
