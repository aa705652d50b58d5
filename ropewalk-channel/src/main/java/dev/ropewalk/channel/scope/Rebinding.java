package dev.ropewalk.channel.scope;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scoped values that a process has as the thread that spawned it had. */
final class Rebinding {
    private final Set<ScopedValue<?>> values = new LinkedHashSet<>();

    Rebinding(Set<ScopedValue<?>> values, @Nullable Rebinding outer) {
        this.values.addAll(values);
        if (outer != null) {
            this.values.addAll(outer.values);
        }
    }

    /** Returns what the calling thread has bound, or null if that is nothing. */
    ScopedValue.@Nullable Carrier capture() {
        ScopedValue.Carrier carrier = null;
        for (ScopedValue<?> value : values) {
            if (value.isBound()) {
                carrier = bind(carrier, value);
            }
        }
        return carrier;
    }

    private static <V> ScopedValue.Carrier bind(ScopedValue.@Nullable Carrier others, ScopedValue<V> value) {
        return others == null ? ScopedValue.where(value, value.get()) : others.where(value, value.get());
    }
}
