package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorRef;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses by a key of the message, with a {@link HashRing} of the routees' paths. */
final class KeyHash<M> implements Selector<M> {
    private final Function<? super M, ?> key;
    private final HashRing<ActorRef<M>> ring;
    private final Predicate<ActorRef<?>> alive;

    KeyHash(Function<? super M, ?> key, HashRing<ActorRef<M>> ring, Predicate<ActorRef<?>> alive) {
        this.key = key;
        this.ring = ring;
        this.alive = alive;
    }

    @Override
    public @Nullable ActorRef<M> select(M message) {
        return ring.owner(Objects.hashCode(key.apply(message)), alive);
    }

    @Override
    public Selector<M> over(List<ActorRef<M>> routees) {
        return new KeyHash<>(key, ring.over(routees), alive);
    }
}
