package dev.ropewalk.micrometer.part;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A list of meters that is written down. Each method adds one to the list and returns it.
 *
 * @param <S> the figures that they are read from
 */
public final class Meters<S> {
    private final String prefix;
    private final List<MeterSpec<S>> list = new ArrayList<>();

    private Meters(String prefix) {
        this.prefix = prefix;
    }

    /** Begins a list of meters whose names all have a prefix. */
    public static <S> Meters<S> of(String prefix) {
        return new Meters<>(prefix);
    }

    /** Adds a level. */
    public Meters<S> level(String name, @Nullable String unit, String description, ToDoubleFunction<S> value) {
        return with(new MeterSpec.Level<>(prefix + name, unit, description, value));
    }

    /** Adds a length of time, in nanoseconds. */
    public Meters<S> nanos(String name, String description, ToDoubleFunction<S> value) {
        return with(new MeterSpec.Nanos<>(prefix + name, description, value));
    }

    /** Adds a count of what has happened. */
    public Meters<S> count(String name, @Nullable String unit, String description, ToDoubleFunction<S> value) {
        return with(new MeterSpec.Count<>(prefix + name, unit, description, value));
    }

    /** Adds a count of waits with the sum of their nanoseconds. */
    public Meters<S> waits(String name, String description, ToLongFunction<S> count, ToLongFunction<S> nanos) {
        return with(new MeterSpec.Waits<>(prefix + name, description, count, nanos));
    }

    /** Adds what another list has. */
    public Meters<S> and(Meters<S> others) {
        list.addAll(others.list);
        return this;
    }

    private Meters<S> with(MeterSpec<S> meter) {
        list.add(meter);
        return this;
    }

    List<MeterSpec<S>> list() {
        return List.copyOf(list);
    }
}
