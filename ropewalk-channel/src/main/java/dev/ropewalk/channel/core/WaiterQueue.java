package dev.ropewalk.channel.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait at one side of a channel, oldest first: a doubly linked ring, from which each can leave at once. Guarded by
 * the channel's lock.
 *
 * <p>A ring, because then the channel, which mostly is old, refers to one waiter only. The garbage collector's barrier makes
 * each such reference from an old object to a young one cost a fence.
 */
final class WaiterQueue {
    /** The newest, whose next is the oldest. */
    private @Nullable Waiter last;

    boolean isEmpty() {
        return last == null;
    }

    void add(Waiter waiter) {
        Waiter newest = last;
        if (newest == null) {
            waiter.previous = waiter;
            waiter.next = waiter;
        } else {
            Waiter oldest = next(newest);
            waiter.previous = newest;
            waiter.next = oldest;
            newest.next = waiter;
            oldest.previous = waiter;
        }
        waiter.queue = this;
        last = waiter;
    }

    /** Takes the oldest that can be claimed, or returns null if there is none. What it offers is in its value. */
    @Nullable
    Waiter claimOldest() {
        for (Waiter newest = last; newest != null; newest = last) {
            Waiter oldest = next(newest);
            unlink(oldest);
            if (oldest.claim()) {
                return oldest;
            }
        }
        return null;
    }

    /** Removes a waiter if it stands here; returns whether it did. */
    boolean remove(Waiter waiter) {
        if (waiter.queue != this) {
            return false;
        }
        unlink(waiter);
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // asks whether it stands here alone
    private void unlink(Waiter waiter) {
        Waiter behind = next(waiter);
        if (behind == waiter) {
            last = null;
        } else {
            Waiter before = Objects.requireNonNull(waiter.previous);
            before.next = behind;
            behind.previous = before;
            if (waiter == last) {
                last = before;
            }
        }
        waiter.previous = null;
        waiter.next = null;
        waiter.queue = null;
    }

    private static Waiter next(Waiter waiter) {
        return Objects.requireNonNull(waiter.next);
    }

    /** Counts those who still wait: a clause of a select that was decided elsewhere may not have left yet. */
    @SuppressWarnings("ReferenceEquality") // asks whether the ring is closed
    int count() {
        Waiter newest = last;
        int count = 0;
        for (Waiter waiter = newest; waiter != null; ) {
            count += waiter.isWaiting() ? 1 : 0;
            waiter = next(waiter);
            if (waiter == newest) {
                break;
            }
        }
        return count;
    }
}
