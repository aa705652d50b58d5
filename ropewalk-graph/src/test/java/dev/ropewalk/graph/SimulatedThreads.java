package dev.ropewalk.graph;

import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.scheduler.Abandonable;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Threads and time for a test: all of it runs in the test's thread, one step after the other, and time moves when nothing can. */
final class SimulatedThreads implements RunThreads {
    private record Timed(long time, long order, Runnable task) {}

    private final Queue<Runnable> started = new ArrayDeque<>();
    private final PriorityQueue<Timed> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timed::time).thenComparingLong(Timed::order));
    private final RandomGenerator random = new SplittableRandom(7);
    private long now = 1_000_000;
    private long orders;

    @Override
    public void start(Runnable task) {
        started.add(task);
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public Runnable after(long nanos, Abandonable task) {
        return after(nanos, (Runnable) task);
    }

    private Runnable after(long nanos, Runnable task) {
        Timed timer = new Timed(now + nanos, orders++, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** Returns a stage that completes after a time. */
    CompletableFuture<Long> sleep(long nanos) {
        CompletableFuture<Long> stage = new CompletableFuture<>();
        var ignored = after(nanos, () -> stage.complete(now));
        return stage;
    }

    /** Runs until nothing is left to do. */
    void run() {
        while (!started.isEmpty() || !timers.isEmpty()) {
            Runnable task = started.poll();
            if (task == null) {
                Timed timer = timers.remove();
                now = timer.time();
                task = timer.task();
            }
            task.run();
        }
    }
}
