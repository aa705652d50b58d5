package dev.ropewalk.cluster.local;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.base.Attempts;
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
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.Removal;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.cluster.channel.ClusterChannels;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.entity.ClusterEnd;
import dev.ropewalk.cluster.entity.EntityRegion;
import dev.ropewalk.cluster.entity.LiveClusters;
import dev.ropewalk.cluster.entity.SharedFuture;
import dev.ropewalk.cluster.entity.Singletons;
import dev.ropewalk.cluster.outbox.Hosted;
import dev.ropewalk.cluster.outbox.Outboxes;
import dev.ropewalk.cluster.service.ClusterTopics;
import dev.ropewalk.cluster.service.Reception;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A cluster whose entities are all in this process. */
public final class LocalCluster implements Cluster {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", LocalCluster.class);
    private static final Node SELF = new Node("local", 0, 0);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final ActorSystem system;

    /** Changed under the lock of this object, so that none is added when closing has begun. */
    private final Map<String, EntityRegion<?, ?>> regions = new ConcurrentHashMap<>();

    /** By their names; changed as the regions are. */
    private final Map<String, EntityRegion<?, ?>> singletons = new ConcurrentHashMap<>();

    /** Made when it is needed; guarded by this, as the next one is. */
    private @Nullable Reception reception;

    private @Nullable ClusterTopics topics;

    /** How many messages subscribers have missed. */
    private final LongAdder missed = new LongAdder();

    /** How many elements of channels were sent and not received, by why. */
    private final Map<MessageLoss.Reason, LongAdder> lostElements = new ConcurrentHashMap<>();

    private final ClusterChannels channels;
    private final ClusterEnd end;
    private final Outboxes outboxes;
    private final CompletableFuture<Removal> removal = new CompletableFuture<>();
    private final CompletableFuture<Removal> removalForUsers;

    /** Completes when the actor system has ended; cancelled when this cluster has, so that the system forgets it. */
    private final CompletableFuture<@Nullable Void> systemEnd;

    public LocalCluster(ActorSystem system) {
        this.system = Objects.requireNonNull(system, "system");
        this.channels =
                new ClusterChannels(new LocalChannels(system.scheduler(), SELF, loss -> lost(loss)), node -> null);
        this.end = new ClusterEnd(system);
        this.outboxes = new Outboxes(this);
        this.removalForUsers =
                SharedFuture.of(removal, system instanceof CellSystem cells ? cells::runAside : Runnable::run);
        LiveClusters.enter(system.name(), this, removal);
        this.systemEnd = endOf(system);
        var ignored = systemEnd.thenRun(() -> over("its actor system was closed"));
    }

    /** Returns what completes when an actor system has ended; never, if it is a wrapper around one. */
    private static CompletableFuture<@Nullable Void> endOf(ActorSystem system) {
        return system instanceof CellSystem cells ? cells.termination() : new CompletableFuture<>();
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
        return removal.isDone() ? List.of() : List.of(new Member(SELF, MemberStatus.UP, true, Set.of()));
    }

    @Override
    public ClusterStats stats() {
        Map<String, TypeStats> types = new HashMap<>();
        regions.forEach((name, region) -> types.put(name, new TypeStats(region.stats(), Map.of(SELF, 1), 1, 0)));
        Map<MessageLoss.Reason, Long> losses = new EnumMap<>(MessageLoss.Reason.class);
        lostElements.forEach((reason, count) -> losses.put(reason, count.sum()));
        if (missed.sum() > 0) {
            losses.put(MessageLoss.Reason.MAILBOX_FULL, missed.sum());
        }
        long redelivered =
                regions.values().stream().mapToLong(EntityRegion::redelivered).sum();
        return new ClusterStats(Map.of(), losses, types, redelivered, 0);
    }

    private void lost(MessageLoss loss) {
        lostElements.computeIfAbsent(loss.reason(), reason -> new LongAdder()).increment();
    }

    @Override
    public synchronized ClusterReceptionist receptionist() {
        Reception made = reception;
        if (made == null) {
            made = new Reception(system);
            reception = made;
        }
        return made;
    }

    @Override
    public <M> Topic<M> topic(String name, Class<M> type) {
        return topics().topic(name, type);
    }

    private synchronized ClusterTopics topics() {
        ClusterTopics made = topics;
        if (made == null) {
            made = new ClusterTopics(system, (recipient, message) -> missed.increment());
            topics = made;
        }
        return made;
    }

    @Override
    public <M> RemoteChannel<M> channel(String name, Class<M> type, int capacity) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        if (isOver()) {
            throw new IllegalStateException(this + " is closed: it can't make channel '" + name + "'");
        }
        return channels.open(name, type, capacity);
    }

    @Override
    public Outbox outbox(OutboxOptions options) {
        CodecRegistry codecs = Objects.requireNonNull(options, "options")
                .codecs()
                .orElseThrow(() -> new IllegalArgumentException(this
                        + " has no codecs: OutboxOptions.codecs must say by which the messages of the outbox in "
                        + options.folder() + " are written"));
        if (isOver()) {
            throw new IllegalStateException(this + " is closed: it can't open the outbox in " + options.folder());
        }
        return outboxes.open(new Hosted(system.name(), codecs, this::typeNamed), options);
    }

    private @Nullable EntityType<?, ?> typeNamed(String name) {
        EntityRegion<?, ?> region = regions.get(name);
        return region == null ? null : region.type();
    }

    @Override
    public CompletableFuture<Removal> removal() {
        return removal.isDone() ? removal.copy() : removalForUsers;
    }

    private boolean isOver() {
        return end.hasBegun() || removal.isDone();
    }

    @Override
    public boolean isReady() {
        return !end.hasBegun() && !system.isClosing();
    }

    @Override
    public CompletableFuture<Void> whenReady() {
        return isReady()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        new IllegalStateException(this + " isn't ready, and won't be: it is closed"));
    }

    @Override
    public synchronized <M> ActorRef<M> singleton(
            String name, Class<M> type, EntityOptions<? super M> options, ActorFactory<M> factory) {
        EntityType<String, M> entities = Singletons.type(name, type);
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        EntityRegion<?, ?> present = singletons.get(name);
        if (present != null) {
            throw new IllegalArgumentException(this + " has a singleton named '" + name + "' already");
        }
        EntityRegion<String, M> region =
                begin(entities, Singletons.options(name, options), entity -> factory.create(entity.actor()));
        singletons.put(name, region);
        region.start(name);
        return region.entity(name);
    }

    @Override
    public synchronized <K, M> Entities<K, M> host(
            EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        EntityRegion<?, ?> present = regions.get(type.name());
        if (present != null) {
            throw new IllegalArgumentException(
                    this + " hosts a type named '" + type.name() + "' already: " + present.type());
        }
        EntityRegion<K, M> region = begin(type, options, factory);
        regions.put(type.name(), region);
        return region;
    }

    private <K, M> EntityRegion<K, M> begin(
            EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory) {
        if (isOver()) {
            throw new IllegalStateException(this + " is closed: it can't host '" + type.name() + "'");
        }
        try {
            return new EntityRegion<>(system, type, options, factory, null);
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
        try {
            return endRegions(nanos);
        } finally {
            over("it was closed");
            boolean ignored = systemEnd.cancel(false);
        }
    }

    private ClusterCloseReport endRegions(long nanos) {
        long begun = system.scheduler().nanoTime();
        List<EntityRegion<?, ?>> all;
        synchronized (this) { // whoever hosts one that isn't among these sees that this is closed
            all = new ArrayList<>(regions.values());
            all.addAll(singletons.values());
        }
        CompletableFuture<?>[] ends = all.stream().map(EntityRegion::close).toArray(CompletableFuture<?>[]::new);
        end.await(CompletableFuture.allOf(ends), this, nanos);
        Map<String, Integer> unfinished = new TreeMap<>();
        List<CompletableFuture<Void>> stops = new ArrayList<>();
        for (EntityRegion<?, ?> region : all) {
            int left = region.stopAll();
            if (left > 0) {
                unfinished.put(region.type().name(), left);
            } else {
                stops.add(region.whenStopped());
            }
        }
        all.forEach(EntityRegion::endSenders);
        end.awaitParents(stops, this, begun, nanos);
        return new ClusterCloseReport(unfinished);
    }

    /** This cluster or its actor system was closed; nothing happens if the other was before. */
    private void over(String reason) {
        Attempts.all(
                outboxes::end,
                () -> channels.end(reason),
                () -> removal.complete(new Removal(Removal.Cause.CLOSED, reason)));
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
