package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.reliable.Pending;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.reliable.Start;
import dev.ropewalk.cluster.reliable.Way;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The way of a sender that waits until its messages were handled, to an entity that is always in this process. What is given up becomes a dead letter. */
final class LocalWay<K, M> implements Way<M> {
    private final EntityShard<K, M> shard;
    private final EntityRegion<K, M> region;
    private final K key;
    private @Nullable ReliableSender<K, M> sender;

    private LocalWay(EntityShard<K, M> shard, K key) {
        this.shard = shard;
        this.region = shard.region;
        this.key = key;
    }

    /** Makes a sender. */
    static <K, M> ReliableSender<K, M> open(
            LocalEntityRef<K, M> entity,
            EntityShard<K, M> shard,
            ReliableOptions options,
            Start start,
            UnaryOperator<Way<M>> around) {
        var way = new LocalWay<>(shard, entity.key());
        var made = new ReliableSender<>(entity, options, around.apply(way), start);
        way.sender = made;
        shard.region.add(way);
        if (way.isClosed()) {
            made.end();
            throw new IllegalStateException("the cluster of " + entity.path() + " is closed");
        }
        return made;
    }

    private ReliableSender<K, M> sender() {
        return Objects.requireNonNull(sender);
    }

    void end() {
        sender().end();
    }

    @Override
    public ActorSystem system() {
        return region.system();
    }

    @Override
    public <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> factory) {
        return region.system().spawn(options, factory);
    }

    @Override
    public boolean isClosed() {
        return shard.isClosed();
    }

    @Override
    public byte @Nullable [] encode(M message) {
        return null;
    }

    @Override
    public void send(Pending<M> message, Stamp stamp) {
        M sent = message.isEmpty() ? null : message.message();
        if (!shard.tellReliably(key, sent, stamp, sender().origin(), null, LocalWay::nothing)) {
            sender().lost(stamp, Reason.STOPPED); // entities that end may still handle what they have
        }
    }

    @Override
    public void lost(M message, Reason reason) {
        region.ended().tell(message);
    }

    @Override
    public void redelivered() {
        region.countRedelivery();
    }

    @Override
    public void ended(ReliableSender<?, M> ended) {
        region.remove(this);
    }

    private static void nothing() {}
}
