package dev.ropewalk.task;

import dev.ropewalk.task.queue.SubmitTimeout;
import dev.ropewalk.task.queue.TaskFuture;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Running several tasks and waiting for all of them. What isn't needed any more is cancelled. */
final class Invocations {
    private Invocations() {}

    /**
     * Returns the futures of all tasks, each of which has ended; when the time is up, the unfinished ones are cancelled, among
     * them those for which there has been no room.
     */
    static <T> List<Future<T>> all(BoundedExecutor executor, Collection<? extends Callable<T>> tasks, long nanos)
            throws InterruptedException {
        Objects.requireNonNull(tasks, "tasks");
        var timeout = new SubmitTimeout(nanos);
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            futures.add(new TaskFuture<>(executor.body(task)));
        }
        boolean complete = false;
        try {
            complete = enterAll(executor, futures, timeout) && awaitAll(futures, timeout);
        } finally {
            if (!complete) {
                cancel(futures);
            }
        }
        return futures;
    }

    private static <T> boolean enterAll(BoundedExecutor executor, List<Future<T>> futures, SubmitTimeout timeout)
            throws InterruptedException {
        for (Future<T> future : futures) {
            if (timeout.isOver()) {
                return false;
            }
            executor.enter((TaskFuture<T>) future, timeout);
        }
        return true;
    }

    private static <T> boolean awaitAll(List<Future<T>> futures, SubmitTimeout timeout) throws InterruptedException {
        for (Future<T> future : futures) {
            if (!awaitEnd(future, timeout)) {
                return false;
            }
        }
        return true;
    }

    private static boolean awaitEnd(Future<?> future, SubmitTimeout timeout) throws InterruptedException {
        try {
            if (!future.isDone()) {
                future.get(timeout.remainingNanos(), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException | CancellationException ended) {
            return true;
        }
    }

    /** Returns the result of the first task that succeeds. */
    static <T> T any(BoundedExecutor executor, Collection<? extends Callable<T>> tasks, long nanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        Objects.requireNonNull(tasks, "tasks");
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("there are no tasks to invoke any of");
        }
        var race = new Race<T>(executor, tasks, new SubmitTimeout(nanos));
        try {
            return race.run();
        } finally {
            cancel(race.contestants());
        }
    }

    private static void cancel(List<? extends Future<?>> futures) {
        for (Future<?> future : futures) {
            boolean ignored = future.cancel(true);
        }
    }
}
