package dev.ropewalk.actor;

import java.util.concurrent.CompletableFuture;

/** A future as a watcher: it completes when an actor has stopped, and watches no more once it was completed otherwise. */
final class StopFuture implements Watcher {
    final CompletableFuture<Void> future = new CompletableFuture<>();

    StopFuture(Cell<?> target) {
        var ignored = future.whenComplete((result, failure) -> {
            if (!target.isStopped()) {
                target.order(new Control.Unwatch(this));
            }
        });
    }

    @Override
    public void stopped(Cell<?> actor) {
        if (!future.isDone()) {
            actor.system().completions().run(() -> future.complete(null));
        }
    }
}
