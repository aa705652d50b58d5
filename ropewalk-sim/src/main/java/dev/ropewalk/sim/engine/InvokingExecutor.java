package dev.ropewalk.sim.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An executor service of a world that runs several tasks and waits for them by the world's clock, which the JDK's doesn't. */
abstract class InvokingExecutor extends AbstractExecutorService {
    private final WorldHost host;

    InvokingExecutor(WorldHost host) {
        this.host = host;
    }

    /** Returns a task for now, which wasn't submitted. */
    abstract <T> SimulatedFuture<T> newFuture(Callable<T> task);

    @Override
    protected final <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
        return newFuture(Executors.callable(task, value));
    }

    @Override
    protected final <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return newFuture(task);
    }

    @Override
    public final <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        long deadline = host.later(nanos);
        List<SimulatedFuture<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) {
            futures.add(newFuture(Objects.requireNonNull(task, "task")));
        }
        try {
            if (nanos > 0) {
                futures.forEach(this::execute);
                boolean ignored =
                        await("all results", () -> futures.stream().allMatch(SimulatedFuture::hasEnded), deadline);
            }
        } finally {
            cancelAll(futures);
        }
        return new ArrayList<>(futures);
    }

    private boolean await(String what, BooleanSupplier condition, long deadline) throws InterruptedException {
        if (!host.isCaller()) {
            throw new IllegalStateException(what + " of " + this + " are waited for outside of its run by "
                    + Thread.currentThread() + ", which would wait for ever");
        }
        return host.awaitCondition(what, condition, deadline - host.now());
    }

    private static void cancelAll(List<? extends SimulatedFuture<?>> futures) {
        for (SimulatedFuture<?> future : futures) {
            if (!future.hasEnded()) {
                boolean ignored = future.cancel(true);
            }
        }
    }

    @Override
    public final <T> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return firstResult(tasks, Long.MAX_VALUE);
        } catch (TimeoutException never) {
            throw new AssertionError(never);
        }
    }

    @Override
    public final <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return firstResult(tasks, host.later(unit.toNanos(timeout)));
    }

    /** Submits one task after the other as long as none has succeeded. */
    private <T> T firstResult(Collection<? extends Callable<T>> tasks, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("there must be a task to invoke");
        }
        Iterator<? extends Callable<T>> next = tasks.iterator();
        List<SimulatedFuture<T>> pending = new ArrayList<>();
        ExecutionException failure = null;
        try {
            while (true) {
                SimulatedFuture<T> ended = firstEnded(pending);
                if (ended != null) {
                    pending.remove(ended);
                    try {
                        return ended.get();
                    } catch (ExecutionException thrown) {
                        failure = thrown;
                    } catch (CancellationException cancelled) {
                        failure = new ExecutionException(cancelled);
                    }
                } else if (next.hasNext()) {
                    SimulatedFuture<T> future = newFuture(Objects.requireNonNull(next.next(), "task"));
                    pending.add(future);
                    execute(future);
                } else if (pending.isEmpty()) {
                    throw Objects.requireNonNull(failure);
                } else if (!await("any result", () -> firstEnded(pending) != null, deadline)) {
                    throw new TimeoutException("no task of " + tasks.size() + " has succeeded in time");
                }
            }
        } finally {
            cancelAll(pending);
        }
    }

    private static <T> @Nullable SimulatedFuture<T> firstEnded(List<SimulatedFuture<T>> pending) {
        for (SimulatedFuture<T> future : pending) {
            if (future.hasEnded()) {
                return future;
            }
        }
        return null;
    }
}
