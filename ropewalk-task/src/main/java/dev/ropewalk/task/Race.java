package dev.ropewalk.task;

import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.task.queue.SubmitTimeout;
import dev.ropewalk.task.queue.TaskFuture;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Several tasks, of which one has to succeed. The race starts as many as there is room for, and a further one as soon as a task
 * has failed and so made room. The executor's overflow policy applies only to a task that comes while no other task of the race
 * is left to wait for. But where submitters wait for room, the race does, until a task has succeeded.
 *
 * <p>Why no end is missed: a task that ends writes {@code winner} or adds to {@code ended} and then reads {@code waiter}; the
 * submitter writes {@code waiter} and then reads these two, all volatile. A success is written before its end is counted, so that
 * a thread that finds that all have ended finds the success, too.
 */
final class Race<T> {
    private final BoundedExecutor executor;
    private final List<Contestant> contestants;
    private final SubmitTimeout timeout;
    private final AtomicInteger ended = new AtomicInteger();
    private volatile @Nullable Contestant winner;
    private volatile @Nullable Contestant last;
    private volatile @Nullable ThreadWaiter<Boolean> waiter;
    private int started;

    Race(BoundedExecutor executor, Collection<? extends Callable<T>> tasks, SubmitTimeout timeout) {
        this.executor = executor;
        this.timeout = timeout;
        this.contestants = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            contestants.add(new Contestant(task));
        }
    }

    /** A task that tells the race that it has ended. */
    private final class Contestant extends TaskFuture<T> {
        Contestant(Callable<T> task) {
            super(executor.body(task));
        }

        @Override
        protected void ended() {
            if (state() == State.SUCCESS) {
                winner = this;
                timeout.cancel();
            } else {
                last = this;
            }
            ended.incrementAndGet();
            ThreadWaiter<Boolean> waiting = waiter;
            if (waiting != null && waiting.grant(true)) {
                waiting.wake();
            }
        }
    }

    /** Returns all tasks, so that those that are left can be cancelled. */
    List<? extends Future<?>> contestants() {
        return Collections.unmodifiableList(contestants);
    }

    /** Runs the race; returns the result of the winner. */
    T run() throws InterruptedException, ExecutionException, TimeoutException {
        int seen = 0;
        while (winner == null && (started < contestants.size() || seen < started)) {
            if (!start(seen)) {
                awaitEndAfter(seen);
            }
            seen = ended.get();
        }
        return result();
    }

    /** Starts one more task, if there is one and room for it; returns false if an end has to be waited for. */
    private boolean start(int seen) throws InterruptedException, TimeoutException {
        if (started == contestants.size()) {
            return false;
        }
        Contestant next = contestants.get(started);
        boolean alone = seen == started;
        if (alone || executor.waitsWhenFull()) {
            started++;
            executor.enter(next, timeout);
            if (timeout.isOver() && winner == null) {
                throw late();
            }
            return true;
        }
        boolean isIn = executor.offer(next);
        started += isIn ? 1 : 0;
        return isIn;
    }

    private void awaitEndAfter(int seen) throws InterruptedException, TimeoutException {
        var next = new ThreadWaiter<Boolean>("one of several tasks");
        waiter = next;
        if (ended.get() == seen && winner == null && !Parking.await(next, timeout.remainingNanos())) {
            throw late();
        }
    }

    private TimeoutException late() {
        return new TimeoutException("none of " + contestants.size() + " tasks succeeded in time");
    }

    private T result() throws InterruptedException, ExecutionException {
        Contestant decisive = winner;
        if (decisive == null) {
            decisive = last;
        }
        if (decisive == null) {
            throw new IllegalStateException("a race of " + contestants.size() + " tasks has ended without any");
        }
        try {
            return decisive.get();
        } catch (CancellationException cancelled) {
            throw new ExecutionException("every task was cancelled or failed", cancelled);
        }
    }
}
