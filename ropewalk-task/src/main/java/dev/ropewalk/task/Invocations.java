package dev.ropewalk.task;

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
import java.util.concurrent.atomic.AtomicInteger;

/** Running several tasks and waiting for all of them, or for one that succeeds. What isn't needed any more is cancelled. */
final class Invocations {
    private Invocations() {}

    /** Returns the futures of all tasks, each of which has ended; when the time is up, the unfinished ones are cancelled. */
    static <T> List<Future<T>> all(BoundedExecutor executor, Collection<? extends Callable<T>> tasks, long nanos)
            throws InterruptedException {
        long began = nanos == Parking.FOREVER ? 0 : Parking.now();
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        boolean complete = false;
        try {
            for (Callable<T> task : tasks) {
                futures.add(executor.submit(task));
            }
            complete = awaitAll(futures, began, nanos);
        } finally {
            if (!complete) {
                cancel(futures);
            }
        }
        return futures;
    }

    private static <T> boolean awaitAll(List<Future<T>> futures, long began, long nanos) throws InterruptedException {
        for (Future<T> future : futures) {
            if (!awaitEnd(future, nanos == Parking.FOREVER ? nanos : nanos - (Parking.now() - began))) {
                return false;
            }
        }
        return true;
    }

    private static boolean awaitEnd(Future<?> future, long nanos) throws InterruptedException {
        try {
            if (!future.isDone()) {
                future.get(nanos, TimeUnit.NANOSECONDS);
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
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("there are no tasks to invoke any of");
        }
        var race = new Race<T>(tasks.size());
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        try {
            for (Callable<T> task : tasks) {
                var runner = new Contestant<>(race, Objects.requireNonNull(task, "task"));
                futures.add(runner);
                executor.enter(runner, 0);
            }
            if (!Parking.await(race.end, nanos)) {
                throw new TimeoutException("none of " + tasks.size() + " tasks succeeded in time");
            }
            return race.result();
        } finally {
            cancel(futures);
        }
    }

    private static void cancel(List<? extends Future<?>> futures) {
        for (Future<?> future : futures) {
            boolean ignored = future.cancel(true);
        }
    }

    /** A task that tells the race how it ended. */
    private static final class Contestant<T> extends TaskFuture<T> {
        private final Race<T> race;

        Contestant(Race<T> race, Callable<T> task) {
            super(BoundedExecutor.body(task));
            this.race = race;
        }

        @Override
        void ended() {
            race.ended(this);
        }
    }

    /** Ends with the first success, or with the last failure. A success ends it before it is counted, so that the last finds it. */
    private static final class Race<T> {
        final ThreadWaiter<Future<T>> end = new ThreadWaiter<>("any of several tasks");
        private final AtomicInteger running;

        Race(int tasks) {
            this.running = new AtomicInteger(tasks);
        }

        void ended(Future<T> task) {
            if (task.state() == Future.State.SUCCESS) {
                end(task);
            }
            if (running.decrementAndGet() == 0) {
                end(task);
            }
        }

        private void end(Future<T> task) {
            if (end.grant(task)) {
                end.wake();
            }
        }

        T result() throws ExecutionException, InterruptedException {
            Future<T> task = Objects.requireNonNull(end.granted());
            try {
                return task.get();
            } catch (CancellationException cancelled) {
                throw new ExecutionException("every task was cancelled or failed", cancelled);
            }
        }
    }
}
