package dev.ropewalk.scheduler.executor;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The result of a view's task. A worker that waits for one counts as blocked, as in {@link Scheduler#blocking}. */
class ViewFuture<V> extends FutureTask<V> {
    private final ExecutorHost host;

    ViewFuture(ExecutorHost host, Callable<V> task) {
        super(task);
        this.host = host;
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        if (isDone()) {
            return super.get();
        }
        Worker blocked = host.beginBlocking();
        try {
            return super.get();
        } finally {
            host.endBlocking(blocked);
        }
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (isDone()) {
            return super.get(timeout, unit);
        }
        Worker blocked = host.beginBlocking();
        try {
            return super.get(timeout, unit);
        } finally {
            host.endBlocking(blocked);
        }
    }
}
