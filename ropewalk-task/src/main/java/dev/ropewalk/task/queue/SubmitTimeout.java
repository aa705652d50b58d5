package dev.ropewalk.task.queue;

import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import org.jspecify.annotations.Nullable;

/**
 * The time for which a submitter waits, unless another thread cancels the wait before.
 *
 * <p>Why {@link #cancel} isn't missed: the submitter writes {@code waiter} and then reads {@code cancelled}, the other thread writes
 * {@code cancelled} and then reads {@code waiter}, all volatile. So one of them at least withdraws the waiter.
 */
public final class SubmitTimeout {
    private final long nanos;
    private final long began;
    private volatile boolean cancelled;
    private volatile @Nullable ThreadWaiter<?> waiter;

    /** Begins to wait for so many nanoseconds, not at all if they are zero or less, or {@link Parking#FOREVER}. */
    public SubmitTimeout(long nanos) {
        this.nanos = Math.max(0, nanos);
        this.began = nanos == Parking.FOREVER ? 0 : Parking.now();
    }

    /** Returns for how many nanoseconds to wait yet, zero or less if the time is up. */
    public long remainingNanos() {
        return nanos == Parking.FOREVER ? nanos : nanos - (Parking.now() - began);
    }

    public boolean isOver() {
        return cancelled || remainingNanos() <= 0;
    }

    /** Notes what its thread waits for next. */
    public void attach(ThreadWaiter<?> next) {
        waiter = next;
        if (cancelled) {
            boolean ignored = next.withdraw();
        }
    }

    /** Has the thread give up what it waits for, and whatever it would wait for later. */
    public void cancel() {
        cancelled = true;
        ThreadWaiter<?> waiting = waiter;
        if (waiting != null && waiting.withdraw()) {
            waiting.wake();
        }
    }
}
