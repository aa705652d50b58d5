package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.actor.support.Completions;
import java.util.concurrent.CompletableFuture;

/** A future as a watcher: it completes when an actor has stopped, and watches no more once it was completed otherwise. */
final class StopFuture implements Watcher {
    final CompletableFuture<Void> future = new CompletableFuture<>();
    private final Completions completions;

    StopFuture(Watched<?> target, Completions completions) {
        this.completions = completions;
        var ignored = future.whenComplete((result, failure) -> {
            if (!target.isStopped()) {
                target.endWatch(this);
            }
        });
    }

    @Override
    public void stopped(ActorRef<?> actor) {
        if (!future.isDone()) {
            completions.run(() -> future.complete(null));
        }
    }
}
