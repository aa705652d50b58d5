package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** A message whose sender doesn't wait but may ask when it is in. */
final class WaitingFuture extends Waiter {
    final CompletableFuture<Void> future = new CompletableFuture<>();
    private final Scheduler scheduler;

    WaitingFuture(Object message, Scheduler scheduler) {
        super(message, null, null);
        this.scheduler = scheduler;
    }

    /** Not here and now: what the user has attached may take long, and must not count as code of whichever actor made room. */
    @Override
    void settled() {
        try {
            scheduler.execute(() -> future.complete(null));
        } catch (RejectedExecutionException closed) {
            future.complete(null);
        }
    }
}
