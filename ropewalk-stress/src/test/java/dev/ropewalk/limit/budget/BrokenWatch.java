package dev.ropewalk.limit.budget;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** {@link WatcherFlag} without the second look. */
final class BrokenWatch {
    private final AtomicBoolean watched = new AtomicBoolean();

    boolean tryBegin() {
        return watched.compareAndSet(false, true);
    }

    boolean continueOrEnd(BooleanSupplier waitedFor) {
        if (waitedFor.getAsBoolean()) {
            return true;
        }
        watched.set(false);
        return false;
    }
}
