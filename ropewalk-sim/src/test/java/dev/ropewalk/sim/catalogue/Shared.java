package dev.ropewalk.sim.catalogue;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A field that threads share. Others may go first before each read and each write. */
final class Shared<T> {
    private final AtomicReference<T> value;

    Shared(T value) {
        this.value = new AtomicReference<>(value);
    }

    T get() {
        Points.before(this);
        return Objects.requireNonNull(value.get());
    }

    void set(T changed) {
        Points.before(this);
        value.set(changed);
    }

    /** One step, as of an atomic reference: sets the value if it equals what is expected. */
    boolean compareAndSet(T expected, T changed) {
        Points.before(this);
        T seen = Objects.requireNonNull(value.get());
        return seen.equals(expected) && value.compareAndSet(seen, changed);
    }
}
