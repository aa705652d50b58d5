package dev.ropewalk.scheduler;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A program of its own, for JVMs with other options: prints what becomes of a scheduler's virtual threads there, and of the
 * JDK's own while the workers are busy, although the first to wait for a socket was one of ours.
 */
final class VirtualThreadProbe {
    private VirtualThreadProbe() {}

    public static void main(String[] arguments) throws Exception {
        try (Scheduler scheduler = Scheduler.builder()
                .name("probe")
                .workers(2)
                .maxSpareWorkers(0)
                .stuckAfter(Duration.ofMinutes(1))
                .build()) {
            var thread = new CompletableFuture<String>();
            scheduler
                    .threadFactory()
                    .newThread(() -> thread.complete(Thread.currentThread().toString()))
                    .start();
            System.out.println("carries=" + scheduler.carriesVirtualThreads());
            System.out.println("onWorker=" + thread.get().contains("@probe-worker-"));
            System.out.println("violations=" + new VirtualThreadContract(scheduler.threadFactory()).violations());
            System.out.println("besides=" + besides(scheduler));
        }
        System.out.println(
                "afterwards=" + new VirtualThreadContract(Thread.ofVirtual().factory()).violations());
    }

    /** Returns what goes wrong in the JDK's own virtual threads while all workers are busy. */
    private static List<String> besides(Scheduler scheduler) throws Exception {
        var end = new CountDownLatch(1);
        for (int i = 0; i < scheduler.workers(); i++) {
            scheduler.execute(() -> awaitUninterruptibly(end));
        }
        try {
            return CompletableFuture.supplyAsync(VirtualThreadProbe::violationsOfOthers)
                    .get(20, TimeUnit.SECONDS);
        } finally {
            end.countDown();
        }
    }

    private static List<String> violationsOfOthers() {
        try {
            return new VirtualThreadContract(Thread.ofVirtual().factory()).violations();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch end) {
        boolean ended = false;
        while (!ended) {
            try {
                end.await();
                ended = true;
            } catch (InterruptedException ignored) {
                ended = false;
            }
        }
    }
}
