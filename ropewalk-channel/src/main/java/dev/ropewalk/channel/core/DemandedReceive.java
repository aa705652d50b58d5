package dev.ropewalk.channel.core;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A receiver without a thread that takes one element after another, each when it is asked to. It waits as one waiter, which is
 * queued again and again.
 *
 * <p>Why no element is lost. The owner calls {@link #next} and {@link #leave} one at a time, in an order that all threads see. An
 * element is given to the waiter under the channel's lock, by the step that takes the waiter from its queue, and only while it
 * {@linkplain #isWanted is wanted}: none is after whoever decides that has said so. What was given before then is either fetched
 * by {@code next} or given back by {@code leave}:
 * <ul>
 *   <li>If {@code leave} finds the waiter in its queue, it has got nothing, and can't any more.
 *   <li>If it doesn't, {@code isClaimed} says whether an element was given. It is written under the lock before the waiter leaves the
 *       queue, and read after {@code withdraw} has held the lock.
 *   <li>If one was given, its giver calls {@link #wake}, once. If that hasn't come yet, {@code leave} leaves the element alone; after
 *       {@code wake} has called {@link #served} it is called again.
 * </ul>
 * The giver writes {@code value} before {@code wake} writes {@code isServed}, and doesn't touch the waiter after; so the owner, which
 * has read {@code isServed}, may queue it again.
 */
public abstract class DemandedReceive extends ChannelWaiter {
    /** Whether this was queued since it last had an outcome; the owner's. */
    private boolean isQueued;

    /** Whether something was given; guarded by the channel's lock. */
    private boolean isClaimed;

    /** Whether what was given may be fetched. */
    private volatile boolean isServed;

    protected DemandedReceive(ChannelCore<?> channel) {
        super(channel, null);
    }

    /** Returns an element or the end of the channel, or null if there is none yet: {@link #served} tells when there is. */
    public final @Nullable Object next() {
        if (isQueued) {
            return isServed ? fetch() : null;
        }
        StackRoom.require();
        Steps.before(StepKind.RECEIVE, channel);
        Object outcome;
        channel.lock();
        try {
            outcome = channel.tryReceiveLocked();
            if (outcome == Signal.WAIT) {
                channel.addLocked(this, false);
                isQueued = true;
            }
        } finally {
            channel.unlock();
        }
        return outcome == Signal.WAIT ? null : ChannelCore.afterReceive(outcome);
    }

    private Object fetch() {
        Object outcome = Objects.requireNonNull(value);
        value = null;
        isServed = false;
        isClaimed = false;
        isQueued = false;
        return outcome;
    }

    /**
     * Receives no more, and gives back what was received and not fetched. To be called after this is wanted no longer, and again
     * when this {@linkplain #served is served} after that.
     */
    public final void leave() {
        if (!isQueued) {
            return;
        }
        boolean hasNothing = channel.withdraw(this) || !isClaimed;
        if (hasNothing) {
            isQueued = false;
        } else if (isServed) {
            Object outcome = fetch();
            if (!(outcome instanceof Closure)) {
                channel.giveBack(outcome);
            }
        }
    }

    /** Returns whether the next element may be given to this. Called under the channel's lock. */
    protected abstract boolean isWanted();

    /** Says that something can be fetched. Called by the thread that has given it, without a lock. */
    protected abstract void served();

    @Override
    protected final boolean claim() {
        isClaimed = isWanted();
        return isClaimed;
    }

    @Override
    protected final boolean isCallback() {
        return true;
    }

    @Override
    protected final boolean isWaiting() {
        return side != null && isWanted();
    }

    @Override
    protected final void wake() {
        isServed = true;
        served();
    }
}
