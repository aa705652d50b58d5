package dev.ropewalk.limit.budget;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** {@link Watch} without the second look. */
final class BrokenWatch {
    private final AtomicBoolean watched = new AtomicBoolean();

    boolean begin() {
        return watched.compareAndSet(false, true);
    }

    boolean goesOn(BooleanSupplier waitedFor) {
        if (waitedFor.getAsBoolean()) {
            return true;
        }
        watched.set(false);
        return false;
    }
}
