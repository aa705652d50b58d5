package dev.ropewalk.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits at a channel. It is also the blocker that thread dumps show for it, and where a {@link ProcessScope}
 * finds out who waits for what.
 *
 * <p>{@code woken} is written by {@link #wake} with release, and read by the thread before and after each park. Between
 * writing it and unparking nothing is read from this object, so that a thread which notices by itself may go on.
 */
final class ThreadWaiter extends Waiter implements Wait {
    private static final VarHandle WOKEN;

    static {
        try {
            WOKEN = MethodHandles.lookup().findVarHandle(ThreadWaiter.class, "woken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private final boolean sends;
    private long since;
    private boolean timed;

    @SuppressWarnings("UnusedVariable") // accessed through WOKEN
    private volatile boolean woken;

    ThreadWaiter(LockedChannel<?> channel, boolean sends, @Nullable Object value) {
        super(channel, value);
        this.thread = Thread.currentThread();
        this.sends = sends;
    }

    @Override
    boolean claim() {
        return true;
    }

    @Override
    boolean isWaiting() {
        return queue != null;
    }

    @Override
    void wake() {
        Thread waiting = thread;
        WOKEN.setRelease(this, true);
        Parking.unpark(waiting);
    }

    /**
     * Waits until woken; the waiter is queued.
     *
     * @return whether it was woken, false if the time was up
     */
    boolean await(long nanos) throws InterruptedException {
        boolean limited = nanos != Parking.FOREVER;
        timed = limited;
        since = ScopedProcess.startOfWait(thread);
        long deadline = limited ? Parking.now() + nanos : 0;
        boolean interrupted = false;
        while (!(boolean) WOKEN.getAcquire(this)) {
            if (!limited) {
                Parking.park(this);
            } else {
                long left = deadline - Parking.now();
                if (left > 0) {
                    Parking.parkNanos(this, left);
                } else if (channel.withdraw(this)) {
                    return false;
                } else {
                    limited = false;
                }
            }
            if (Thread.interrupted()) {
                if (!interrupted && channel.withdraw(this)) {
                    throw new InterruptedException("interrupted while waiting to " + operation());
                }
                interrupted = true;
                limited = false;
            }
        }
        if (interrupted) {
            thread.interrupt();
        }
        return true;
    }

    @Override
    public String operation() {
        return (sends ? "send to " : "receive from ") + channel.name();
    }

    @Override
    public List<LockedChannel<?>> channels() {
        return List.of(channel);
    }

    @Override
    public boolean isTimed() {
        return timed;
    }

    @Override
    public boolean isPending() {
        return channel.isQueued(this);
    }

    @Override
    public long since() {
        return since;
    }

    @Override
    public String toString() {
        return operation();
    }
}
