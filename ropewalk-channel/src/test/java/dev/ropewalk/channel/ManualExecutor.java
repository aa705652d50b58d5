package dev.ropewalk.channel;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Keeps its tasks until the test runs them. */
public final class ManualExecutor implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable task) {
        tasks.add(task);
    }

    synchronized int size() {
        return tasks.size();
    }

    private synchronized Runnable next() {
        return tasks.remove();
    }

    void runOne() {
        next().run();
    }

    public void runAll() {
        while (size() > 0) {
            runOne();
        }
    }
}
