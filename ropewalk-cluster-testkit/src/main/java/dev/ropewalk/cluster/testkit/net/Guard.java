package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.BriefLock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a network. What nodes know of each other changes under it, so that each change is one step. No code of users runs under it, and nothing
 * is submitted to a scheduler: the calls that have become due are woken when it is free again.
 */
final class Guard {
    private final BriefLock lock = new BriefLock();
    private List<Calls> woken = new ArrayList<>();

    /** Makes a change. */
    void run(Runnable change) {
        boolean ignored = get(() -> {
            change.run();
            return true;
        });
    }

    /** Makes a change that has a result. */
    <T extends @Nullable Object> T get(Supplier<T> change) {
        List<Calls> toWake = List.of();
        lock.lock();
        try {
            return change.get();
        } finally {
            if (!woken.isEmpty()) {
                toWake = woken;
                woken = new ArrayList<>();
            }
            lock.unlock();
            toWake.forEach(Calls::submit);
        }
    }

    /** Has calls look for what is due, after the change that is being made. */
    void wake(Calls calls) {
        woken.add(calls);
    }
}
