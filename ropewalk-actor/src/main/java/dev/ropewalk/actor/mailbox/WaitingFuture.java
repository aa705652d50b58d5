package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.support.Completions;
import java.util.concurrent.CompletableFuture;

/** A message whose sender doesn't wait but may ask when it is in. */
final class WaitingFuture extends CapacityWaiter {
    final CompletableFuture<Void> future = new CompletableFuture<>();
    private final Completions completions;

    WaitingFuture(Object message, Completions completions) {
        super(message, null, null);
        this.completions = completions;
    }

    /** Not here and now: what the user has attached may take long, and must not count as code of whichever actor made room. */
    @Override
    void settled() {
        completions.run(() -> future.complete(null));
    }
}
