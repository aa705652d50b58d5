package dev.ropewalk.actor.flow;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Emitter;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;

/**
 * Publishes what an actor emits.
 *
 * @param <T> the type of the elements
 * @param <M> the type of the actor's messages
 */
public final class ActorPublisher<T, M> implements Flow.Publisher<T> {
    final CellSystem system;
    final ActorRef<M> actor;
    final Cell<?> source;
    final Function<? super Emitter<T>, ? extends M> onDemand;
    final Function<? super Emitter<T>, ? extends M> onCancel;

    /**
     * Publishes by the scheduler of the system.
     *
     * @throws IllegalArgumentException if it is no actor of the system
     */
    public ActorPublisher(
            CellSystem system,
            ActorRef<M> actor,
            Function<? super Emitter<T>, ? extends M> onDemand,
            Function<? super Emitter<T>, ? extends M> onCancel) {
        this.system = system;
        this.actor = actor;
        this.source = system.cellOf(actor);
        this.onDemand = Objects.requireNonNull(onDemand, "onDemand");
        this.onCancel = Objects.requireNonNull(onCancel, "onCancel");
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        new ActorSubscription<>(this, Objects.requireNonNull(subscriber, "subscriber")).begin();
    }

    @Override
    public String toString() {
        return "publisher of " + actor.path();
    }
}
