package dev.ropewalk.channel.core;

import dev.ropewalk.base.BriefLock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parties that wait at a channel, oldest first: a doubly linked ring for each side, from which each can leave at once. Guarded
 * by the lock which this is.
 *
 * <p>A ring, because then the channel, which mostly is old, refers to one waiter only. The garbage collector's barrier makes
 * each such reference from an old object to a young one cost a fence.
 *
 * <p>The rings are fields beside the lock's word, in the same cache line. Where sender and receiver run on two processors, that line
 * goes from one to the other with each step, and what lay in other objects would have to follow it.
 */
abstract class WaitingParties extends BriefLock {
    /** The newest sender, whose next is the oldest. */
    private @Nullable ChannelWaiter lastSender;

    /** The newest receiver, whose next is the oldest. */
    private @Nullable ChannelWaiter lastReceiver;

    /** The newest of those that wait for nothing but the end, whose next is the oldest. */
    private @Nullable ChannelWaiter lastWatcher;

    private @Nullable ChannelWaiter last(Side side) {
        return switch (side) {
            case SENDERS -> lastSender;
            case RECEIVERS -> lastReceiver;
            case WATCHERS -> lastWatcher;
        };
    }

    private void setLast(Side side, @Nullable ChannelWaiter waiter) {
        switch (side) {
            case SENDERS -> lastSender = waiter;
            case RECEIVERS -> lastReceiver = waiter;
            case WATCHERS -> lastWatcher = waiter;
        }
    }

    final boolean isNobodyAt(Side side) {
        return last(side) == null;
    }

    final void add(ChannelWaiter waiter, Side side) {
        ChannelWaiter newest = last(side);
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
        waiter.side = side;
        setLast(side, waiter);
    }

    /** Takes the oldest that can be claimed, or returns null if there is none. What it offers is in its value. */
    final @Nullable ChannelWaiter claimOldest(Side side) {
        for (ChannelWaiter newest = last(side); newest != null; newest = last(side)) {
            ChannelWaiter oldest = next(newest);
            unlink(oldest, side);
            if (oldest.claim()) {
                return oldest;
            }
        }
        return null;
    }

    /** Removes a waiter of this channel if it stands here; returns whether it did. */
    final boolean remove(ChannelWaiter waiter) {
        Side side = waiter.side;
        if (side == null) {
            return false;
        }
        unlink(waiter, side);
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // asks whether it stands here alone
    private void unlink(ChannelWaiter waiter, Side side) {
        ChannelWaiter behind = next(waiter);
        if (behind == waiter) {
            setLast(side, null);
        } else {
            ChannelWaiter before = Objects.requireNonNull(waiter.previous);
            before.next = behind;
            behind.previous = before;
            if (waiter == last(side)) {
                setLast(side, before);
            }
        }
        waiter.previous = null;
        waiter.next = null;
        waiter.side = null;
    }

    private static ChannelWaiter next(ChannelWaiter waiter) {
        return Objects.requireNonNull(waiter.next);
    }

    /** Counts the parties that still wait: a clause of a select that was decided elsewhere may not have left yet. */
    @SuppressWarnings("ReferenceEquality") // asks whether the ring is closed
    final int count(Side side) {
        ChannelWaiter newest = last(side);
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

    /** Where a party waits. */
    enum Side {
        SENDERS,
        RECEIVERS,
        WATCHERS
    }

    /** Claims all waiters of a side and links them in their order, in front of others. */
    final @Nullable ChannelWaiter endAll(Side waiting, Closure how, @Nullable ChannelWaiter others) {
        ChannelWaiter first = null;
        ChannelWaiter last = null;
        for (ChannelWaiter waiter = claimOldest(waiting); waiter != null; waiter = claimOldest(waiting)) {
            waiter.value = how;
            if (last == null) {
                first = waiter;
            } else {
                last.next = waiter;
            }
            last = waiter;
        }
        if (last == null) {
            return others;
        }
        last.next = others;
        return first;
    }
}
