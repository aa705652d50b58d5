package dev.ropewalk.channel.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parties that wait at one side of a channel, oldest first: a doubly linked ring, from which each can leave at once.
 * Guarded by the channel's lock.
 *
 * <p>A ring, because then the channel, which mostly is old, refers to one waiter only. The garbage collector's barrier makes
 * each such reference from an old object to a young one cost a fence.
 */
final class WaiterQueue {
    /** The newest, whose next is the oldest. */
    private @Nullable ChannelWaiter last;

    boolean isEmpty() {
        return last == null;
    }

    void add(ChannelWaiter waiter) {
        ChannelWaiter newest = last;
        if (newest == null) {
            waiter.previous = waiter;
            waiter.next = waiter;
        } else {
            ChannelWaiter oldest = next(newest);
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
    ChannelWaiter claimOldest() {
        for (ChannelWaiter newest = last; newest != null; newest = last) {
            ChannelWaiter oldest = next(newest);
            unlink(oldest);
            if (oldest.claim()) {
                return oldest;
            }
        }
        return null;
    }

    /** Removes a waiter if it stands here; returns whether it did. */
    boolean remove(ChannelWaiter waiter) {
        if (waiter.queue != this) {
            return false;
        }
        unlink(waiter);
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // asks whether it stands here alone
    private void unlink(ChannelWaiter waiter) {
        ChannelWaiter behind = next(waiter);
        if (behind == waiter) {
            last = null;
        } else {
            ChannelWaiter before = Objects.requireNonNull(waiter.previous);
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

    private static ChannelWaiter next(ChannelWaiter waiter) {
        return Objects.requireNonNull(waiter.next);
    }

    /** Counts the parties that still wait: a clause of a select that was decided elsewhere may not have left yet. */
    @SuppressWarnings("ReferenceEquality") // asks whether the ring is closed
    int count() {
        ChannelWaiter newest = last;
        int count = 0;
        for (ChannelWaiter waiter = newest; waiter != null; ) {
            count += waiter.isWaiting() ? 1 : 0;
            waiter = next(waiter);
            if (waiter == newest) {
                break;
            }
        }
        return count;
    }
}
