package dev.ropewalk.cluster.local;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterCloseReport;
import dev.ropewalk.cluster.ClusterReceptionist;
import dev.ropewalk.cluster.ClusterStats;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.cluster.entity.ClusterEnd;
import dev.ropewalk.cluster.entity.EntityRegion;
import dev.ropewalk.cluster.entity.LiveClusters;
import dev.ropewalk.cluster.service.ClusterTopics;
import dev.ropewalk.cluster.service.Reception;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;

/** A cluster whose entities are all in this process. */
public final class LocalCluster implements Cluster {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", LocalCluster.class);
    private static final Node SELF = new Node("local", 0, 0);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final ActorSystem system;

    /** Changed under the lock of this object, so that none is added when closing has begun. */
    private final Map<String, EntityRegion<?, ?>> regions = new ConcurrentHashMap<>();

    private final Reception reception;
    private final ClusterTopics topics;

    /** How many messages subscribers have missed. */
    private final LongAdder missed = new LongAdder();

    private final ClusterEnd end;

    public LocalCluster(ActorSystem system) {
        this.system = Objects.requireNonNull(system, "system");
        this.reception = new Reception(system);
        this.topics = new ClusterTopics(system, (recipient, message) -> missed.increment());
        this.end = new ClusterEnd(system);
        LiveClusters.enter(system.name(), this);
    }

    @Override
    public ActorSystem system() {
        return system;
    }

    @Override
    public Node self() {
        return SELF;
    }

    @Override
    public List<Member> members() {
        return List.of(new Member(SELF, MemberStatus.UP, true));
    }

    @Override
    public ClusterStats stats() {
        Map<String, TypeStats> types = new HashMap<>();
        regions.forEach((name, region) -> types.put(name, new TypeStats(region.stats(), Map.of(SELF, 1), 1, 0)));
        long count = missed.sum();
        return new ClusterStats(
                Map.of(), count == 0 ? Map.of() : Map.of(MessageLoss.Reason.MAILBOX_FULL, count), types);
    }

    @Override
    public ClusterReceptionist receptionist() {
        return reception;
    }

    @Override
    public <M> Topic<M> topic(String name, Class<M> type) {
        return topics.topic(name, type);
    }

    @Override
    public CompletableFuture<String> removal() {
        return end.report().thenApply(report -> "it was closed");
    }

    @Override
    public synchronized <K, M> Entities<K, M> host(
            EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        if (end.hasBegun()) {
            throw new IllegalStateException(this + " is closed: it can't host '" + type.name() + "'");
        }
        EntityRegion<?, ?> present = regions.get(type.name());
        if (present != null) {
            throw new IllegalArgumentException(
                    this + " hosts a type named '" + type.name() + "' already: " + present.type());
        }
        try {
            var region = new EntityRegion<K, M>(system, type, options, factory, null);
            regions.put(type.name(), region);
            return region;
        } catch (RejectedExecutionException closed) {
            throw new IllegalStateException(
                    this + " can't host '" + type.name() + "': the scheduler of its actor system is closed", closed);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the types are the same
    public <K, M> EntityRef<K, M> entity(EntityType<K, M> type, K key) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(key, "key");
        EntityRegion<?, ?> region = regions.get(type.name());
        if (region == null) {
            throw new IllegalArgumentException(
                    this + " doesn't host '" + type.name() + "'; it hosts " + new TreeSet<>(regions.keySet()));
        }
        if (!region.type().equals(type)) {
            throw new IllegalArgumentException(this + " hosts " + region.type() + ", which isn't " + type);
        }
        return ((EntityRegion<K, M>) region).entity(key);
    }

    // The end

    @Override
    public ClusterCloseReport close(Duration timeout) {
        return end.close(this, timeout, this::end);
    }

    private ClusterCloseReport end(long nanos) {
        CompletableFuture<?>[] ends =
                regions.values().stream().map(EntityRegion::close).toArray(CompletableFuture<?>[]::new);
        end.await(CompletableFuture.allOf(ends), this, nanos);
        Map<String, Integer> unfinished = new TreeMap<>();
        regions.forEach((name, region) -> {
            int left = region.stopAll();
            if (left > 0) {
                unfinished.put(name, left);
            }
        });
        return new ClusterCloseReport(unfinished);
    }

    @Override
    public void close() {
        ClusterCloseReport report = close(CLOSE_TIMEOUT);
        if (!report.isComplete()) {
            LOG.log(System.Logger.Level.WARNING, this + " closed with work left: " + report);
        }
    }

    @Override
    public String toString() {
        return "the local cluster of " + system.name();
    }
}
