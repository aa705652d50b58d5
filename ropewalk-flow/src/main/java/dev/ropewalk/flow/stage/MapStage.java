package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Function;

/** Makes another element of each. */
public final class MapStage<T, R> extends FusedStage<T, R> {
    private static final Copies COPIES = new Copies(MethodHandles.lookup(), Function.class);

    private final Function<? super T, ? extends R> function;

    MapStage(Stage<? super R> next, Function<? super T, ? extends R> function) {
        super(next);
        this.function = function;
    }

    /** Makes a stage in front of another. */
    public static <T, R> Stage<T> before(Stage<? super R> next, Function<? super T, ? extends R> function) {
        return COPIES.make(next, function);
    }

    @Override
    public boolean push(T element) {
        R result = function.apply(element);
        return next.push(Objects.requireNonNull(result, "the function of a map returned null"));
    }
}
