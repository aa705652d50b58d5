package dev.ropewalk.lab.limits;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/** The contenders of {@code limits}: executors that run so many tasks at once. */
final class Strategies {
    private static final String IN_FLIGHT = "in-flight";

    private Strategies() {}

    /** Runs all tasks on a contender; returns when they are done and the contender has ended. */
    static void run(String contender, int tasks, int inFlight, Work work) {
        if (contender.equals("ropewalk-scheduler")) {
            try (Scheduler scheduler = Scheduler.builder().spin(Duration.ZERO).build()) {
                run(BoundedExecutor.builder(inFlight).scheduler(scheduler).build(), tasks, work);
            }
        } else {
            run(executor(contender, inFlight), tasks, work);
        }
    }

    private static void run(ExecutorService owned, int tasks, Work work) {
        try (ExecutorService executor = owned) {
            for (int k = 0; k < tasks; k++) {
                executor.execute(work::whole);
            }
        }
    }

    private static ExecutorService executor(String contender, int inFlight) {
        return switch (contender) {
            case "strategy-1" -> new ForkJoinPool(inFlight);
            case "strategy-2" -> Executors.newThreadPerTaskExecutor(acquiringInside(new Semaphore(inFlight)));
            case "strategy-3" ->
                Executors.newFixedThreadPool(inFlight, Thread.ofVirtual().factory());
            case "ropewalk-bounded" -> BoundedExecutor.builder(inFlight).build();
            case "ropewalk-budget" ->
                Executors.newThreadPerTaskExecutor(acquiringBefore(
                        Budget.builder().resource(IN_FLIGHT, inFlight).build()));
            case "strategy-4" -> Executors.newThreadPerTaskExecutor(acquiringBefore(new Semaphore(inFlight)));
            default -> throw new IllegalArgumentException("no contender " + contender);
        };
    }

    private static ThreadFactory acquiringInside(Semaphore semaphore) {
        ThreadFactory threads = Thread.ofVirtual().factory();
        return task -> threads.newThread(() -> {
            semaphore.acquireUninterruptibly();
            try {
                task.run();
            } finally {
                semaphore.release();
            }
        });
    }

    private static ThreadFactory acquiringBefore(Semaphore semaphore) {
        ThreadFactory threads = Thread.ofVirtual().factory();
        return task -> {
            semaphore.acquireUninterruptibly();
            return threads.newThread(() -> {
                try {
                    task.run();
                } finally {
                    semaphore.release();
                }
            });
        };
    }

    private static ThreadFactory acquiringBefore(Budget budget) {
        Demand one = Demand.of(IN_FLIGHT, 1);
        ThreadFactory threads = Thread.ofVirtual().factory();
        return task -> {
            Grant grant = acquire(budget, one);
            return threads.newThread(() -> {
                try (grant) {
                    task.run();
                }
            });
        };
    }

    private static Grant acquire(Budget budget, Demand demand) {
        try {
            return budget.acquire(demand);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a submitter is never interrupted", e);
        }
    }
}
