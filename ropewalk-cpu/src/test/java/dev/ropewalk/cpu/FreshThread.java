package dev.ropewalk.cpu;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs code in a thread of its own, so that a mask which it leaves behind does no harm. */
public final class FreshThread {
    private FreshThread() {}

    public static <T> T call(Thread.Builder kind, Callable<T> code)
            throws InterruptedException, ExecutionException, TimeoutException {
        var task = new FutureTask<>(code);
        kind.start(task);
        return task.get(30, TimeUnit.SECONDS);
    }

    public static <T> T call(Callable<T> code) throws InterruptedException, ExecutionException, TimeoutException {
        return call(Thread.ofPlatform().daemon(), code);
    }
}
