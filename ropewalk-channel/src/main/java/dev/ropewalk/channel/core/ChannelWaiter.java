package dev.ropewalk.channel.core;

import org.jspecify.annotations.Nullable;

/**
 * A party that waits at a channel, to send or to receive: a thread, a callback, or a clause of a select.
 *
 * <p>How a wait ends. The counterpart, under the channel's lock, takes the waiter from its queue and {@linkplain #claim claims}
 * it; that decides, once. It then exchanges the values and, having freed the lock, {@linkplain #wake wakes} the party, and
 * doesn't touch the waiter again. The party reads {@code value} after it was woken, never before: what wakes it is a release,
 * so it sees what was written. A party that gives up removes its waiter under the lock; if it isn't queued any more, a
 * counterpart has claimed it, and its wake-up is on its way.
 */
public abstract class ChannelWaiter {
    /** The neighbours in the queue, guarded by the lock; {@code next} then links the waiters that one step has to wake. */
    @Nullable
    ChannelWaiter previous;

    @Nullable
    ChannelWaiter next;

    /** Where this stands in a queue, or null; guarded by the lock. */
    WaitingParties.@Nullable Side side;

    /** What is to be sent while this waits; afterwards what was received, or an {@link Closure}. */
    public @Nullable Object value;

    public final ChannelCore<?> channel;

    protected ChannelWaiter(ChannelCore<?> channel, @Nullable Object value) {
        this.channel = channel;
        this.value = value;
    }

    /** Decides that this wait ends now; returns whether it did, and not by something else. Called under the lock. */
    protected abstract boolean claim();

    /** Returns whether the party is a callback, not a thread. */
    protected boolean isCallback() {
        return false;
    }

    /** Returns whether this could be claimed; a guess unless nothing moves. */
    protected abstract boolean isWaiting();

    /** Lets the party go on; called once, after the claim, without the lock. */
    protected abstract void wake();
}
