package dev.ropewalk.channel.core;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.park.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits at a channel.
 *
 * <p>{@code woken} is written by {@link #wake} with release, and read by the thread before and after each park. Between
 * writing it and unparking nothing is read from this object, so that a thread which notices by itself may go on. The release
 * alone could be overtaken by the unpark's look for a permit; {@link Parking#unpark} has the fence against that.
 */
public final class ThreadWaiter extends ChannelWaiter implements Wait {
    private static final VarHandle WOKEN = VarHandles.of(MethodHandles.lookup(), "woken", boolean.class);

    private final Thread thread;
    private final boolean sends;
    private long since;
    private boolean timed;

    @SuppressWarnings("UnusedVariable") // accessed through WOKEN
    private volatile boolean woken;

    ThreadWaiter(ChannelCore<?> channel, boolean sends, @Nullable Object value) {
        super(channel, value);
        this.thread = Thread.currentThread();
        this.sends = sends;
    }

    /** Returns the outcome of sending, for which the calling thread may wait: WAIT if the time was up, the end, or anything else. */
    static Object send(ChannelCore<?> channel, Object element, long nanos) throws InterruptedException {
        Object outcome;
        ThreadWaiter waiter = null;
        channel.lock();
        try {
            outcome = channel.trySendLocked(element);
            if (outcome == Signal.WAIT) {
                if (nanos > 0) {
                    waiter = new ThreadWaiter(channel, true, element);
                    channel.addLocked(waiter, true);
                } else {
                    channel.countRefusedLocked();
                }
            }
        } finally {
            channel.unlock();
        }
        if (waiter != null) {
            if (WaitLoop.await(waiter, nanos)) {
                return Objects.requireNonNull(waiter.value);
            }
            channel.countRefused();
            return Signal.WAIT;
        }
        if (outcome != Signal.SENT) {
            channel.afterSend(outcome);
        }
        return outcome;
    }

    /** Returns the outcome of receiving, for which the calling thread may wait: an element, WAIT if the time was up, or the end. */
    public static Object receive(ChannelCore<?> channel, long nanos) throws InterruptedException {
        Object outcome;
        ThreadWaiter waiter = null;
        channel.lock();
        try {
            outcome = channel.tryReceiveLocked();
            if (outcome == Signal.WAIT && nanos > 0) {
                waiter = new ThreadWaiter(channel, false, null);
                channel.addLocked(waiter, false);
            }
        } finally {
            channel.unlock();
        }
        if (waiter != null) {
            return WaitLoop.await(waiter, nanos) ? Objects.requireNonNull(waiter.value) : Signal.WAIT;
        }
        return ChannelCore.afterReceive(outcome);
    }

    @Override
    protected boolean claim() {
        return true;
    }

    @Override
    protected boolean isWaiting() {
        return side != null;
    }

    @Override
    protected void wake() {
        Thread waiting = thread;
        WOKEN.setRelease(this, true);
        Parking.unpark(waiting);
    }

    @Override
    public boolean isWoken() {
        return (boolean) WOKEN.getAcquire(this);
    }

    @Override
    public boolean withdraw() {
        return channel.withdraw(this);
    }

    @Override
    public boolean isPending() {
        return channel.isQueued(this);
    }

    @Override
    public @Nullable ChannelScope scope() {
        return channel.scopeFor(thread);
    }

    @Override
    public @Nullable AdaptiveSpin spinning() {
        return channel.spinning();
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public void begin(long since, boolean timed) {
        this.since = since;
        this.timed = timed;
    }

    @Override
    public long since() {
        return since;
    }

    @Override
    public boolean isTimed() {
        return timed;
    }

    @Override
    public List<ChannelCore<?>> channels() {
        return List.of(channel);
    }

    @Override
    public String operation() {
        return channel.operation(sends);
    }

    @Override
    public String toString() {
        return operation();
    }
}
