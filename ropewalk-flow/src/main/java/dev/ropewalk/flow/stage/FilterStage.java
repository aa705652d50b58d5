package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import java.lang.invoke.MethodHandles;
import java.util.function.Predicate;

/** Passes on the elements that fulfil a condition. */
public final class FilterStage<T> extends DroppingStage<T> {
    private static final Copies COPIES = new Copies(MethodHandles.lookup(), Predicate.class);

    private final Predicate<? super T> condition;

    FilterStage(Stage<? super T> next, Predicate<? super T> condition) {
        super(next);
        this.condition = condition;
    }

    /** Makes a stage in front of another. */
    public static <T> Stage<T> before(Stage<? super T> next, Predicate<? super T> condition) {
        return COPIES.make(next, condition);
    }

    @Override
    public boolean push(T element) {
        return condition.test(element) ? next.push(element) : drop();
    }
}
