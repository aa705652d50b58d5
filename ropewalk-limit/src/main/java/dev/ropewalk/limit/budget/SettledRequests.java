package dev.ropewalk.limit.budget;

import dev.ropewalk.limit.waiter.Waking;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a budget has granted or refused, in that order, until a thread takes them to wake them outside of the
 * lock, which guards this. The list is made of links in the requests, so that it needs no memory between a grant and its wake-up.
 */
final class SettledRequests {
    private @Nullable PendingRequest first;
    private @Nullable PendingRequest last;

    void add(PendingRequest pending) {
        if (last == null) {
            first = pending;
        } else {
            last.nextSettled = pending;
        }
        last = pending;
    }

    /** Returns whether none is there that the calling thread has added. Without the lock it is a guess for all others. */
    boolean isEmpty() {
        return first == null;
    }

    /** Takes all, for {@link #wake}. */
    @Nullable
    PendingRequest take() {
        PendingRequest all = first;
        first = null;
        last = null;
        return all;
    }

    /** Wakes all that were taken; without the lock. */
    static void wake(@Nullable PendingRequest all) {
        for (PendingRequest pending = all; pending != null; ) {
            PendingRequest next = pending.nextSettled;
            pending.nextSettled = null;
            Waking.wake(pending.waiter);
            pending = next;
        }
    }
}
