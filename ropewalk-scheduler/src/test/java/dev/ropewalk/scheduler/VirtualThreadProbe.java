package dev.ropewalk.scheduler;

import java.util.concurrent.CompletableFuture;

/**
 * A program of its own, for JVMs with other options: prints what becomes of a scheduler's virtual threads there, and of the
 * JDK's own once the scheduler is closed, although the first to wait for a socket was one of ours.
 */
final class VirtualThreadProbe {
    private VirtualThreadProbe() {}

    public static void main(String[] arguments) throws Exception {
        try (Scheduler scheduler = Scheduler.builder().name("probe").workers(2).build()) {
            var thread = new CompletableFuture<String>();
            scheduler
                    .threadFactory()
                    .newThread(() -> thread.complete(Thread.currentThread().toString()))
                    .start();
            System.out.println("carries=" + scheduler.carriesVirtualThreads());
            System.out.println("onWorker=" + thread.get().contains("@probe-worker-"));
            System.out.println("violations=" + new VirtualThreadContract(scheduler.threadFactory()).violations());
        }
        System.out.println(
                "afterwards=" + new VirtualThreadContract(Thread.ofVirtual().factory()).violations());
    }
}
