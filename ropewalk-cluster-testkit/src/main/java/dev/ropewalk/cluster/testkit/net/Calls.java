package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * All that happens at a node: calls that are due at a time, made one after the other on a strand. Calls of the same time are made in the order in which they were
 * added. There is a timer only while a call waits, so a network in which nothing happens is at rest.
 *
 * <p>Each method says whether its caller holds the guard. The timer belongs to the strand.
 */
final class Calls {
    private static final int BATCH = 32;

    private final Guard guard;
    private final Scheduler scheduler;
    private final Strand strand;
    private final Runnable whenClosed;
    private final Pump pump = new Pump();
    private final PriorityQueue<Call> queue = new PriorityQueue<>(Call.ORDER);
    private long numbers;
    private boolean isSubmitted;
    private boolean isFrozen;
    private boolean isClosed;
    private @Nullable Long timerDue;
    private @Nullable Timer timer;

    /** A step of the network. */
    interface Step {
        /** Takes it, under the guard. Returns what is called when the guard is free again, null for nothing. */
        @Nullable
        Runnable take();
    }

    /** Makes what is due, or finds that the scheduler is closed. */
    private final class Pump implements Abandonable {
        @Override
        public void run() {
            makeDueCalls();
        }

        @Override
        public void abandon() {
            whenClosed.run();
        }
    }

    /** A step that is due at a time. */
    record Call(long due, long number, Step step) {
        static final Comparator<Call> ORDER = (one, other) ->
                one.due == other.due ? Long.compare(one.number, other.number) : Long.signum(one.due - other.due);
    }

    /** Makes calls that are made on a scheduler; {@code whenClosed} is run, without the guard, if that has been closed before one of them. */
    Calls(Guard guard, Scheduler scheduler, Runnable whenClosed) {
        this.guard = guard;
        this.scheduler = scheduler;
        this.strand = scheduler.newStrand();
        this.whenClosed = whenClosed;
    }

    /** Returns the time. */
    long now() {
        return scheduler.nanoTime();
    }

    /** Adds a call, under the guard. */
    Call add(long due, Step step) {
        var call = new Call(due, numbers++, step);
        if (!isClosed) {
            queue.add(call);
            if (timerDue == null || due - timerDue < 0) {
                wake();
            }
        }
        return call;
    }

    /** Takes a call back, so that no timer waits for it, under the guard. */
    void remove(Call call) {
        if (queue.remove(call)) {
            wake();
        }
    }

    /** Adds a call that is due a while from now, under the guard. */
    Call addIn(long nanos, Step step) {
        return add(now() + nanos, step);
    }

    private void wake() {
        if (!isFrozen && !isSubmitted) {
            isSubmitted = true;
            guard.wake(this);
        }
    }

    /** Lets calls wait, or go on, under the guard. */
    void freeze(boolean value) {
        isFrozen = value;
        if (!value && !queue.isEmpty()) {
            wake();
        }
    }

    /** Forgets all calls and takes no more, under the guard. */
    void close() {
        isClosed = true;
        queue.clear();
        freeze(false);
        wake();
    }

    /** Looks for what is due, on the strand. */
    void submit() {
        try {
            strand.execute(pump);
        } catch (RejectedExecutionException closed) {
            whenClosed.run();
        }
    }

    private void makeDueCalls() {
        guard.run(() -> isSubmitted = false);
        try {
            for (int i = 0; i < BATCH; i++) {
                Runnable callback = guard.get(this::takeNext);
                if (callback == null) {
                    break;
                }
                callback.run();
            }
        } finally {
            arm(guard.get(this::nextDue));
        }
    }

    private @Nullable Runnable takeNext() {
        Call call = queue.peek();
        if (isFrozen || call == null || call.due - now() > 0) {
            return null;
        }
        queue.remove();
        Runnable callback = call.step.take();
        return callback == null ? () -> {} : callback;
    }

    /** Returns for when a timer is needed, null for none. */
    private @Nullable Long nextDue() {
        Call next = isFrozen ? null : queue.peek();
        timerDue = next == null ? null : next.due;
        if (next != null && next.due - now() <= 0) {
            wake();
            timerDue = null;
        }
        return timerDue;
    }

    private void arm(@Nullable Long due) {
        if (timer != null) {
            boolean ignored = timer.cancel();
            timer = null;
        }
        if (due != null) {
            try {
                timer = scheduler.schedule(strand, pump, Duration.ofNanos(Math.max(0, due - now())));
            } catch (RejectedExecutionException closed) {
                whenClosed.run();
            }
        }
    }
}
