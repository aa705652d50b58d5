package dev.ropewalk.limit.waiter;

import dev.ropewalk.base.Failures;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the waiters that were admitted, outside of all locks. Waking may run code of the user's that gives something back, which
 * admits others: those are woken when it has returned, by the same thread, so that a long chain doesn't grow the stack.
 *
 * <p>No settled waiter is left asleep: the queue is made of links in the waiters themselves, and what one waiter's code
 * throws goes to the thread's handler, not to the next waiter. Without memory for the queue a waiter is woken at once.
 */
public final class Waking {
    private static final ThreadLocal<@Nullable Waking> CURRENT = new ThreadLocal<>();

    private @Nullable CallbackWaiter<?> first;
    private @Nullable CallbackWaiter<?> last;

    private Waking() {}

    public static void wake(AdmissionWaiter<?> waiter) {
        if (waiter instanceof CallbackWaiter<?> callback) {
            call(callback);
        } else {
            waiter.wake();
        }
    }

    private static void call(CallbackWaiter<?> waiter) {
        Waking outer = null;
        Waking mine = null;
        try {
            outer = CURRENT.get();
            if (outer == null) {
                mine = new Waking();
                CURRENT.set(mine);
            }
        } catch (OutOfMemoryError noQueue) {
            mine = null;
        }
        if (outer != null) {
            outer.add(waiter);
        } else if (mine == null) {
            tell(waiter);
        } else {
            mine.tellAll(waiter);
        }
    }

    private void tellAll(CallbackWaiter<?> waiter) {
        try {
            for (CallbackWaiter<?> next = waiter; next != null; next = poll()) {
                tell(next);
            }
        } finally {
            CURRENT.remove();
        }
    }

    private static void tell(CallbackWaiter<?> waiter) {
        try {
            waiter.wake();
        } catch (Throwable thrown) {
            Failures.uncaught(thrown);
        }
    }

    private void add(CallbackWaiter<?> waiter) {
        if (last == null) {
            first = waiter;
        } else {
            last.nextToWake = waiter;
        }
        last = waiter;
    }

    private @Nullable CallbackWaiter<?> poll() {
        CallbackWaiter<?> next = first;
        if (next != null) {
            first = next.nextToWake;
            next.nextToWake = null;
            last = first == null ? null : last;
        }
        return next;
    }
}
