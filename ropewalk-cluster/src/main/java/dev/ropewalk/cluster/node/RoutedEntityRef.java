package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.entity.EntityShard;
import dev.ropewalk.cluster.entity.LocalEntityRef;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.SenderSource;
import dev.ropewalk.cluster.reliable.Start;
import dev.ropewalk.cluster.reliable.Way;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The ref of an entity that lives somewhere in the cluster: here, on another node, or nowhere yet. */
final class RoutedEntityRef<K, M> implements EntityRef<K, M>, SenderSource<K, M> {
    private final RemoteRegion<K, M> region;
    private final ShardRoute<K, M> route;
    private final K key;
    private final byte[] head;
    private final Away away;

    /** The ref of the entity while it lived here last. A race that is meant: all that it has is final or atomic. */
    private @Nullable LocalEntityRef<K, M> last;

    /**
     * @param keyBytes the key as a frame
     */
    RoutedEntityRef(RemoteRegion<K, M> region, ShardRoute<K, M> route, K key, byte[] keyBytes) {
        this.region = region;
        this.route = route;
        this.key = key;
        this.head = Envelope.toEntity(region.name(), keyBytes);
        this.away = new Away();
    }

    /** Returns where a message goes: straight to the entity, or through the outlet of its shard. */
    private ActorRef<M> way() {
        EntityShard<K, M> entities = route.straight();
        if (entities == null) {
            return away;
        }
        LocalEntityRef<K, M> here = last;
        if (here == null || !here.shard().equals(entities)) {
            here = entities.entity(key, away);
            last = here;
        }
        return here;
    }

    /** Sends through the outlet. */
    private final class Away extends OutletRef<M> {
        Away() {
            super(region.node());
        }

        @Override
        Outlet outlet() {
            return route;
        }

        @Override
        Outgoing outgoing(M message, @Nullable CompletableFuture<?> answer) {
            return new Outgoing(path(), message, key, encoded(head, message, answer), answer);
        }

        @Override
        public String path() {
            return RoutedEntityRef.this.path();
        }
    }

    @Override
    public void tell(M message) {
        way().tell(message);
    }

    @Override
    public boolean tryTell(M message) {
        return way().tryTell(message);
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        return way().tell(message, timeout);
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        return way().tellAsync(message);
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout) {
        return way().ask(message, timeout);
    }

    /** Returns what nodes call the type. */
    String typeName() {
        return region.name();
    }

    @Override
    public ReliableRef<K, M> reliable(ReliableOptions options) {
        Objects.requireNonNull(options, "options");
        return region.node()
                .senders()
                .open(
                        path(),
                        number -> new ReliableSender<>(
                                this,
                                options,
                                new RoutedWay<>(region.node(), this, route, Envelope.reliably(head, number), number)));
    }

    @Override
    public ReliableSender<K, M> open(ReliableOptions options, Start start, UnaryOperator<Way<M>> around) {
        return region.node().senders().open(path(), start.number(), number -> {
            byte[] reliably = Envelope.reliably(head, number);
            var way = new RoutedWay<>(region.node(), this, route, reliably, number);
            return new ReliableSender<>(this, options, around.apply(way), start);
        });
    }

    @Override
    public EntityType<K, M> type() {
        return region.type();
    }

    @Override
    public K key() {
        return key;
    }

    @Override
    public String path() {
        return region.path(key);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RoutedEntityRef<?, ?> ref && ref.region.equals(region) && ref.key.equals(key);
    }

    @Override
    public int hashCode() {
        return 31 * region.type().name().hashCode() + key.hashCode();
    }

    @Override
    public String toString() {
        return "EntityRef[" + path() + "]";
    }
}
