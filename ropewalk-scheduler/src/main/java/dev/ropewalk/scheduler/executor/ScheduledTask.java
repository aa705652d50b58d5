package dev.ropewalk.scheduler.executor;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A task of a view that runs later, or again and again.
 *
 * <pre>
 *              release                    (periodic: the run has ended)
 *   PENDING -------------> RELEASED ------------------> PENDING
 *      |
 *      +--> OUT    by withdraw: cancelled, or taken by shutdownNow
 * </pre>
 *
 * <p>PENDING is left by compare-and-set, so that exactly one of the timer, a canceller and {@code shutdownNow} gets it. While
 * pending a task is in the view's {@link DelayedTasks}; when it is released it becomes the body of a {@link ViewTask} first
 * and leaves the others then, so that it can always be found in one of the two.
 */
final class ScheduledTask<V> extends ViewFuture<V> implements RunnableScheduledFuture<V> {
    private static final int PENDING = 0;
    private static final int RELEASED = 1;
    private static final int OUT = 2;
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private final ExecutorView view;
    private final long sequence = SEQUENCE.getAndIncrement();
    private final AtomicInteger phase = new AtomicInteger();
    private final Alarm alarm = new Alarm(this);

    /** Above zero between starts, below zero from end to start, zero if it runs once. */
    private final long periodNanos;

    private volatile long due;
    private volatile @Nullable Timer timer;

    ScheduledTask(ExecutorView view, Callable<V> task, long due, long periodNanos) {
        super(view.host(), task);
        this.view = view;
        this.due = due;
        this.periodNanos = periodNanos;
    }

    /** What the timer does. */
    private record Alarm(ScheduledTask<?> task) implements Abandonable {
        @Override
        public void run() {
            task.view.host().refuseIfClosed();
            task.view.release(task);
        }

        @Override
        public void abandon() {
            task.cancel(false);
        }
    }

    /** Arms the timer; called once the task is among the delayed ones. */
    void arm(ExecutorHost host) {
        timer = host.armInMonitor(alarm, due);
        if (phase.get() != PENDING) {
            disarm();
        }
    }

    void disarm() {
        Timer armed = timer;
        if (armed != null) {
            armed.cancel();
        }
    }

    boolean tryRelease() {
        return phase.compareAndSet(PENDING, RELEASED);
    }

    /**
     * Undoes a release that has led to nothing. A canceller that came meanwhile has left it to the release to forget this
     * task.
     */
    void takeBack() {
        phase.set(PENDING);
        if (isDone()) {
            view.cancelled(this);
        }
    }

    /** Takes this task out while it is pending, so that its timer does nothing. */
    boolean tryWithdraw() {
        return phase.compareAndSet(PENDING, OUT);
    }

    @Override
    public void run() {
        if (periodNanos == 0) {
            super.run();
        } else if (!view.isOpen()) {
            end();
        } else if (runAndReset()) {
            due = periodNanos > 0 ? due + periodNanos : view.host().nanoTime() - periodNanos;
            phase.set(PENDING);
            try {
                view.repeat(this);
            } catch (Throwable noMemory) {
                if (tryWithdraw()) {
                    setException(noMemory);
                    view.forget(this);
                }
                throw noMemory;
            }
        }
    }

    /** Cancels this task, or does nothing if the caller's stack is too near its end for what follows from it. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        StackRoom.require();
        return super.cancel(mayInterruptIfRunning);
    }

    /** Cancels this task; for callers whose stack has room. */
    void end() {
        boolean ignored = super.cancel(false);
    }

    @Override
    protected void done() {
        if (isCancelled()) {
            view.cancelled(this);
        }
    }

    @Override
    public boolean isPeriodic() {
        return periodNanos != 0;
    }

    boolean isDue() {
        return due - view.host().nanoTime() <= 0;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(due - view.host().nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        if (other == this) {
            return 0;
        }
        if (other instanceof ScheduledTask<?> task) {
            long later = due - task.due;
            return later != 0 ? Long.signum(later) : Long.compare(sequence, task.sequence);
        }
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
