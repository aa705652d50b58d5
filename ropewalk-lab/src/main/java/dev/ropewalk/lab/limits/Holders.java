package dev.ropewalk.lab.limits;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** The contenders of {@code resource}: ways for requests, each on a virtual thread, to share a resource. */
final class Holders {
    private static final String RESOURCE = "resource";

    private Holders() {}

    /** Runs all requests at once; returns when they are done. */
    static void run(String contender, int requests, int holders, Work work) {
        switch (contender) {
            case "semaphore" -> run(requests, work, semaphore(new Semaphore(holders)));
            case "fixed-pool" -> {
                try (var pool =
                        Executors.newFixedThreadPool(holders, Thread.ofVirtual().factory())) {
                    run(requests, work, part -> submit(pool, part));
                }
            }
            case "ropewalk-limiter" ->
                run(requests, work, limiter(Limiter.fixed(holders).build()));
            case "ropewalk-budget" -> {
                try (Budget budget =
                        Budget.builder().resource(RESOURCE, holders).build()) {
                    run(requests, work, budget(budget));
                }
            }
            default -> throw new IllegalArgumentException("no contender " + contender);
        }
    }

    private static void run(int requests, Work work, Holder holder) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int k = 0; k < requests; k++) {
                threads.execute(() -> work.around(holder));
            }
        }
    }

    private static Holder semaphore(Semaphore semaphore) {
        return part -> {
            semaphore.acquireUninterruptibly();
            try {
                part.run();
            } finally {
                semaphore.release();
            }
        };
    }

    private static Holder limiter(Limiter limiter) {
        return part -> {
            try (Permit _ = limiter.acquire()) {
                part.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException("a request is never interrupted", e);
            }
        };
    }

    private static Holder budget(Budget budget) {
        Demand one = Demand.of(RESOURCE, 1);
        return part -> {
            try (Grant _ = budget.acquire(one)) {
                part.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException("a request is never interrupted", e);
            }
        };
    }

    private static void submit(ExecutorService pool, Runnable part) {
        try {
            pool.submit(part).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a request has failed", e);
        }
    }
}
