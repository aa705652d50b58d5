package dev.ropewalk.task;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Wakes those who were admitted, outside of all locks. Waking may run code of the user's that gives something back, which
 * admits others: those are woken when it has returned, by the same thread, so that a long chain doesn't grow the stack.
 */
final class Waking {
    private static final ThreadLocal<@Nullable Deque<Waiter<?>>> CURRENT = new ThreadLocal<>();

    private Waking() {}

    static void wake(Waiter<?> waiter) {
        if (waiter instanceof ThreadWaiter) {
            waiter.wake();
            return;
        }
        Deque<Waiter<?>> outer = CURRENT.get();
        if (outer != null) {
            outer.add(waiter);
            return;
        }
        Deque<Waiter<?>> queue = new ArrayDeque<>();
        queue.add(waiter);
        CURRENT.set(queue);
        try {
            for (Waiter<?> next = queue.poll(); next != null; next = queue.poll()) {
                next.wake();
            }
        } finally {
            CURRENT.remove();
        }
    }
}
