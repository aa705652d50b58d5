package dev.ropewalk.lab.limits;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** The contenders of {@code resource}: ways for requests, each on a virtual thread, to share a resource. */
final class Holders {
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

    private static void submit(ExecutorService pool, Runnable part) {
        try {
            pool.submit(part).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a request has failed", e);
        }
    }
}
