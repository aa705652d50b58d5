package dev.ropewalk.example.postgres;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.cluster.store.EntityStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Wakes the entities that have messages to send, from time to time: their node may have failed. One on each node does no harm. */
final class OutboxSweep<K> implements Actor<OutboxSweep.Tick> {
    private static final int MAX_KEYS = 1000;

    private final ActorContext<Tick> context;
    private final EntityStore<K, ?, ?> store;
    private final Consumer<? super K> wake;

    /** It is time to look. */
    record Tick() {}

    OutboxSweep(ActorContext<Tick> context, EntityStore<K, ?, ?> store, Consumer<? super K> wake, Duration interval) {
        this.context = context;
        this.store = store;
        this.wake = wake;
        context.timers().startAtFixedRate("look", new Tick(), Duration.ZERO, interval);
    }

    @Override
    public void receive(Tick tick) {
        context.pauseUntil(store.undelivered(MAX_KEYS), this::found);
    }

    private void found(@Nullable Collection<K> keys, @Nullable Throwable failure) {
        (keys == null ? List.<K>of() : keys).forEach(wake); // after a failure it looks again at the next tick
    }
}
