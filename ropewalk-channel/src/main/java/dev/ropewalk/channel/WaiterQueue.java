package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/** Those who wait at one side of a channel, oldest first: a doubly linked list, from which each can leave at once. Guarded by the channel's lock. */
final class WaiterQueue {
    private @Nullable Waiter first;
    private @Nullable Waiter last;

    boolean isEmpty() {
        return first == null;
    }

    void add(Waiter waiter) {
        Waiter before = last;
        waiter.queue = this;
        waiter.previous = before;
        last = waiter;
        if (before == null) {
            first = waiter;
        } else {
            before.next = waiter;
        }
    }

    /** Takes the oldest that can be claimed, or returns null if there is none. What it offers is in its value. */
    @Nullable
    Waiter claimOldest() {
        for (Waiter waiter = first; waiter != null; waiter = first) {
            unlink(waiter);
            if (waiter.claim()) {
                return waiter;
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

    private void unlink(Waiter waiter) {
        Waiter before = waiter.previous;
        Waiter behind = waiter.next;
        if (before == null) {
            first = behind;
        } else {
            before.next = behind;
        }
        if (behind == null) {
            last = before;
        } else {
            behind.previous = before;
        }
        waiter.previous = null;
        waiter.next = null;
        waiter.queue = null;
    }

    /** Counts those who still wait: a clause of a select that was decided elsewhere may not have left yet. */
    int count() {
        int count = 0;
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            count += waiter.isWaiting() ? 1 : 0;
        }
        return count;
    }
}
