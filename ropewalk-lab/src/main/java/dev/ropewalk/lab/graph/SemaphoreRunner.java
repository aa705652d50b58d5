package dev.ropewalk.lab.graph;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * An executor that gets each action when all it depends on is done. What an action demands it acquires by semaphores, one after
 * the other and always memory first, so that none waits in a circle.
 */
final class SemaphoreRunner implements Runner {
    private final ActionGraph graph;
    private final ExecutorService executor;
    private final Semaphore memory;
    private final Semaphore calls;
    private final Semaphore cpus;

    SemaphoreRunner(ExecutorService executor, ActionGraph graph, Capacities capacities) {
        this.graph = graph;
        this.executor = executor;
        memory = new Semaphore(capacities.mebibytes());
        calls = new Semaphore(capacities.calls());
        cpus = new Semaphore(capacities.cpus());
    }

    @Override
    public void run(Execution execution) throws InterruptedException {
        var missing = new AtomicIntegerArray(graph.size());
        graph.actions()
                .forEach(
                        action -> missing.set(action.id(), action.dependencies().size()));
        var left = new CountDownLatch(graph.size());
        graph.actions().stream()
                .filter(action -> action.dependencies().isEmpty())
                .forEach(action -> submit(action, execution, missing, left));
        left.await();
    }

    private void submit(BuildAction action, Execution execution, AtomicIntegerArray missing, CountDownLatch left) {
        executor.execute(() -> {
            perform(action, execution);
            for (int dependent : graph.dependents(action.id())) {
                if (missing.decrementAndGet(dependent) == 0) {
                    submit(graph.action(dependent), execution, missing, left);
                }
            }
            left.countDown();
        });
    }

    private void perform(BuildAction action, Execution execution) {
        Semaphore slots = action.remote() ? calls : cpus;
        memory.acquireUninterruptibly(action.mebibytes());
        slots.acquireUninterruptibly();
        try {
            execution.perform(action);
        } finally {
            slots.release();
            memory.release(action.mebibytes());
        }
    }

    @Override
    public void close() {
        executor.close();
    }
}
