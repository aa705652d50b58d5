package dev.ropewalk.micrometer.part;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Meters of what a part consists of, such as the stages of a pipeline: one of each for each row.
 *
 * @param tag the tag that has the row's name
 * @param of returns the rows by name
 * @param meters what each row has
 */
record Rows<S, R>(String tag, Function<S, Map<String, R>> of, List<MeterSpec<R>> meters) {
    Set<String> names(@Nullable S figures) {
        return figures == null ? Set.of() : of.apply(figures).keySet();
    }

    <P> Reading<P, R> reading(Reading<P, S> whole, String name) {
        return part -> {
            S figures = whole.of(part);
            return figures == null ? null : of.apply(figures).get(name);
        };
    }
}
