package dev.ropewalk.micrometer.part;

import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A count that never falls. A snapshot's figures are of slightly different moments, so that a sum or a difference of them can be
 * a little less than the one before; a registry would take that for a restart. Without figures the count stays.
 */
final class Highest<S> {
    private final ToDoubleFunction<S> value;
    private final DoubleAccumulator seen = new DoubleAccumulator(Math::max, 0);

    Highest(ToDoubleFunction<S> value) {
        this.value = value;
    }

    double of(@Nullable S figures) {
        if (figures != null) {
            seen.accumulate(value.applyAsDouble(figures));
        }
        return seen.get();
    }
}
