package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.routing.RouterCell.Pool;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes routers. */
public final class Routers {
    private Routers() {}

    /** Makes a router with routees of its own. */
    public static <M> RouterCell<M> pool(
            Cell<?> parent,
            ActorOptions<? super M> options,
            Routing<? super M> routing,
            int size,
            ActorFactory<M> routee) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(routing, "routing");
        Objects.requireNonNull(routee, "routee");
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1, but is " + size);
        }
        var pool = new Pool<M>(options.unnamed(), routee);
        return parent.system().begin(parent, make(parent, options.name(), routing, pool, size));
    }

    /** Makes a router in front of actors that exist. */
    public static <M> RouterCell<M> group(Cell<?> parent, Routing<? super M> routing, List<ActorRef<M>> routees) {
        Objects.requireNonNull(routing, "routing");
        List<ActorRef<M>> given = Nulls.copy(routees, "routees");
        if (given.isEmpty()) {
            throw new IllegalArgumentException("a router needs at least one routee");
        }
        for (ActorRef<M> routee : given) {
            Cell<?> cell = parent.system().cellOf(routee);
            if (!cell.equals(routee)) {
                throw new IllegalArgumentException(routee + " is a message adapter, which can't be a routee");
            }
        }
        RouterCell<M> router = parent.system().begin(parent, make(parent, Optional.empty(), routing, null, 0));
        router.add(given.stream().distinct().toList());
        return router;
    }

    private static <M> RouterCell<M> make(
            Cell<?> parent, Optional<String> name, Routing<? super M> routing, @Nullable Pool<M> pool, int size) {
        if (routing instanceof Routing.Broadcast) {
            return new BroadcastRouter<>(parent.system(), parent, name, pool, size);
        }
        Selector<M> selector = selector(routing, parent.system().scheduler());
        return new UnicastRouter<>(parent.system(), parent, name, pool, size, selector);
    }

    @SuppressWarnings("unchecked") // a key of a supertype is one of M
    private static <M> Selector<M> selector(Routing<? super M> routing, Scheduler scheduler) {
        Predicate<ActorRef<?>> living = RouterCell::isLiving;
        return switch (routing) {
            case Routing.RoundRobin _ -> new Rotation<>(List.of(), living, Rotation.turns());
            case Routing.Random _ -> new Rotation<>(List.of(), living, scheduler.random()::nextInt);
            case Routing.LeastLoaded _ -> new LeastLoad<>(List.of(), RouterCell::load, Rotation.turns());
            case Routing.ConsistentHash<?> hash ->
                new KeyHash<>((Function<? super M, ?>) hash.key(), HashRing.empty(ActorRef::path), living);
            case Routing.Broadcast _ -> throw new IllegalArgumentException("chooses no routee: " + routing);
        };
    }
}
