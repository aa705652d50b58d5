package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.supervision.Control;
import dev.ropewalk.actor.supervision.Watcher;
import java.util.concurrent.CompletableFuture;

/** A future as a watcher: it completes when an actor has stopped, and watches no more once it was completed otherwise. */
public final class StopFuture implements Watcher {
    public final CompletableFuture<Void> future = new CompletableFuture<>();

    public StopFuture(Cell<?> target) {
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
