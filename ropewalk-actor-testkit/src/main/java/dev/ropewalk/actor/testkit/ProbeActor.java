package dev.ropewalk.actor.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The actor behind a {@link Probe}: passes on what it gets, and watches for it. */
final class ProbeActor implements Actor<Object> {
    private final ActorContext<Object> context;
    private final Consumer<Object> received;

    ProbeActor(ActorContext<Object> context, Consumer<Object> received) {
        this.context = context;
        this.received = received;
    }

    /** Watch an actor; the future completes when it has stopped, or exceptionally if it can't be watched. */
    record Watch(ActorRef<?> actor, CompletableFuture<Void> end) {}

    private record Ended(CompletableFuture<Void> end) {}

    @Override
    public void receive(Object message) {
        switch (message) {
            case Watch watch -> watch(watch);
            case Ended ended -> ended.end.complete(null);
            default -> received.accept(message);
        }
    }

    private void watch(Watch watch) {
        try {
            context.watch(watch.actor, new Ended(watch.end));
        } catch (IllegalArgumentException e) {
            watch.end.completeExceptionally(e);
        }
    }
}
