package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Names;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterCloseReport;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.ClusterReceptionist;
import dev.ropewalk.cluster.ClusterStats;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.Removal;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.entity.ClusterEnd;
import dev.ropewalk.cluster.entity.LiveClusters;
import dev.ropewalk.cluster.entity.SharedFuture;
import dev.ropewalk.cluster.entity.Singletons;
import dev.ropewalk.cluster.outbox.Hosted;
import dev.ropewalk.cluster.outbox.Outboxes;
import dev.ropewalk.scheduler.park.FutureWait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** A cluster of many nodes, of which this is one. */
public final class JoinedCluster implements Cluster {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", JoinedCluster.class);
    private static final Duration OUTLETS_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LEAVE_NOW_TIMEOUT = Duration.ofSeconds(2);

    /** How long the name of a type that couldn't be hosted may take to be free again. */
    private static final Duration END_OF_TYPE = Duration.ofSeconds(1);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    /** What is left for the rest of the end at most, of which leaving takes no part. */
    private static final long REST_NANOS = Duration.ofSeconds(2).toNanos();

    private final ClusterNode node;
    private final ClusterEnd end;
    private final Outboxes outboxes;
    private final CompletableFuture<Removal> removalForUsers;

    private JoinedCluster(ClusterNode node, ClusterEnd end) {
        this.node = node;
        this.end = end;
        this.outboxes = new Outboxes(this);
        this.removalForUsers = SharedFuture.of(node.removal(), node::aside);
        var ignored = node.removal().thenRunAsync(outboxes::end, node::aside);
    }

    /** Joins; returns when this node is up. */
    public static JoinedCluster join(ActorSystem system, ClusterOptions options, EngineProvider engine) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(engine, "engine");
        checkSeeds(options);
        var end = new ClusterEnd(system);
        end.refuseActors("join() of a cluster");
        var node = new ClusterNode(system, options, engine, end);
        boolean isUp = false;
        boolean hasWaited = false;
        String report = "";
        String why = "";
        try {
            isUp = FutureWait.await(
                            node.up(), "the cluster " + options.name(), Durations.timeoutNanos(options.joinTimeout()))
                    && !node.removal().isDone();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!isUp) {
                report = node.engine().joinReport();
                hasWaited = !node.removal().isDone() && !Thread.currentThread().isInterrupted();
                why = whyNot(node); // before the engine says that it has left
                CompletableFuture<Void> left = node.leaveNow();
                node.removed(why);
                end.await(left, "a node that couldn't join", LEAVE_NOW_TIMEOUT.toNanos());
                node.engine().stop();
                end.await(node.endOutlets(), "a node that couldn't join", OUTLETS_TIMEOUT.toNanos());
            }
        }
        if (!isUp) {
            throw new IllegalStateException("the cluster '" + options.name() + "' couldn't be joined by " + node.self()
                    + (hasWaited ? " within " + options.joinTimeout() : "") + ": "
                    + why
                    + (report.isEmpty() ? "; seeds " + options.seeds() : "; " + report) + "; members seen "
                    + node.membersNow());
        }
        var cluster = new JoinedCluster(node, end);
        LiveClusters.enter(options.name(), cluster, node.removal());
        return cluster;
    }

    private static String whyNot(ClusterNode node) {
        if (node.removal().isDone()) {
            return node.removal().join().reason();
        }
        return Thread.currentThread().isInterrupted() ? "its thread was interrupted" : "it couldn't join";
    }

    private static void checkSeeds(ClusterOptions options) {
        String discovery = options.discovery().map(Object::toString).orElse("");
        if (options.discovery().isEmpty() && options.foundingNodes() != 0) {
            throw new IllegalArgumentException("foundingNodes is " + options.foundingNodes()
                    + ", but there is no discovery: without one the first of the seeds founds the cluster, and seeds are "
                    + options.seeds());
        } else if (options.discovery().isPresent() && options.foundingNodes() == 0) {
            throw new IllegalArgumentException(
                    "a discovery needs foundingNodes, more than half of all nodes that may run"
                            + " before there is a cluster; the discovery is " + discovery);
        } else if (options.discovery().isPresent() && !options.seeds().isEmpty()) {
            throw new IllegalArgumentException("a node has seeds or a discovery, not both: seeds are " + options.seeds()
                    + ", the discovery is " + discovery);
        }
    }

    @Override
    public ActorSystem system() {
        return node.system();
    }

    @Override
    public Node self() {
        return node.self();
    }

    @Override
    public List<Member> members() {
        return node.removal().isDone() ? List.of() : node.membersNow();
    }

    @Override
    public ClusterStats stats() {
        Map<Node, LinkStats> links = new HashMap<>();
        node.peers().forEach((peer, link) -> links.put(peer, link.stats()));
        Map<String, TypeStats> types = new HashMap<>();
        node.regions().forEach(region -> types.put(region.type().name(), region.typeStats()));
        return new ClusterStats(
                links, node.losses().counts(), types, node.senders().redelivered(), node.refusedFrames());
    }

    @Override
    public ClusterReceptionist receptionist() {
        return node.services();
    }

    @Override
    public <M> Topic<M> topic(String name, Class<M> type) {
        return node.topics().topic(name, type);
    }

    @Override
    public <M> RemoteChannel<M> channel(String name, Class<M> type, int capacity) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        requireOpen("make channel '" + Names.shown(name) + "'");
        int maxBytes = node.codecs().limits().maxStringBytes(); // its senders are sent with it
        if (name.getBytes(StandardCharsets.UTF_8).length > maxBytes
                || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("the name of a channel must have at most " + maxBytes
                    + " bytes in UTF-8, and no half of a surrogate pair, but is '" + Names.shown(name) + "'");
        }
        if (!node.codecs().typeNamed(type.getName()).equals(Optional.of(type))) {
            throw new IllegalArgumentException("the elements of channel '" + name + "' are of " + type.getName()
                    + ", which the cluster's codecs don't know: register it, or all that it permits if it is sealed");
        }
        return node.channels().open(name, type, capacity);
    }

    @Override
    public Outbox outbox(OutboxOptions options) {
        Objects.requireNonNull(options, "options");
        requireOpen("open the outbox in " + options.folder());
        if (options.codecs().isPresent()) {
            throw new IllegalArgumentException("the outbox in " + options.folder() + " has the codecs of " + this
                    + ": it isn't to be given others");
        }
        return outboxes.open(new Hosted(node.options().name(), node.codecs(), node::typeNamed), options);
    }

    @Override
    public CompletableFuture<Removal> removal() {
        CompletableFuture<Removal> removal = node.removal();
        return removal.isDone() ? removal.copy() : removalForUsers;
    }

    @Override
    public boolean isReady() {
        return !end.hasBegun() && !node.isLeaving() && node.readiness().isComplete();
    }

    @Override
    public CompletableFuture<Void> whenReady() {
        if (end.hasBegun() || node.isLeaving()) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(this + " isn't ready, and won't be: it leaves, or has left"));
        }
        return node.readiness().whenComplete();
    }

    @Override
    public synchronized <K, M> Entities<K, M> host(
            EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        requireOpen("host '" + type.name() + "'");
        RemoteRegion<?, ?> present = node.region(type.name());
        if (present != null) {
            throw new IllegalArgumentException(
                    this + " hosts a type named '" + type.name() + "' already: " + present.type());
        }
        return begin("host '" + type.name() + "'", () -> new RemoteRegion<>(node, type, options, factory));
    }

    @Override
    public synchronized <M> ActorRef<M> singleton(
            String name, Class<M> type, EntityOptions<? super M> options, ActorFactory<M> factory) {
        EntityType<String, M> entities = Singletons.type(name, type);
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        requireOpen("have the singleton '" + name + "'");
        if (node.region(KeyForm.singletonName(name)) != null) {
            throw new IllegalArgumentException(this + " has a singleton named '" + name + "' already");
        }
        return begin(
                        "have the singleton '" + name + "'",
                        () -> new RemoteRegion<>(
                                node,
                                KeyForm.singleton(name),
                                entities,
                                Singletons.options(name, options),
                                entity -> factory.create(entity.actor())))
                .only();
    }

    /** Begins to host a type. If this node is removed meanwhile, whoever does that may not have seen the type, and this stops it. */
    private <K, M> RemoteRegion<K, M> begin(String what, Supplier<RemoteRegion<K, M>> make) {
        RemoteRegion<K, M> region;
        try {
            region = make.get();
        } catch (RejectedExecutionException closed) {
            throw new IllegalStateException(
                    this + " can't " + what + ": the scheduler of its actor system is closed", closed);
        }
        boolean isHosted = false;
        try {
            node.host(region);
            requireOpen(what);
            isHosted = true;
        } finally {
            if (!isHosted) {
                end.await(node.forget(region), this, END_OF_TYPE.toNanos());
            }
        }
        return region;
    }

    private void requireOpen(String what) {
        if (end.hasBegun() || node.isClosed()) {
            throw new IllegalStateException(this + " is closed: it can't " + what);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the types are the same
    public <K, M> EntityRef<K, M> entity(EntityType<K, M> type, K key) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(key, "key");
        RemoteRegion<?, ?> region = node.region(type.name());
        if (region == null) {
            throw new IllegalArgumentException(
                    this + " doesn't host '" + type.name() + "'; it hosts " + new TreeSet<>(node.typeNames()));
        }
        if (!region.type().equals(type)) {
            throw new IllegalArgumentException(this + " hosts " + region.type() + ", which isn't " + type);
        }
        return ((RemoteRegion<K, M>) region).entity(key);
    }

    // The end

    @Override
    public ClusterCloseReport close(Duration timeout) {
        return end.close(this, timeout, this::end);
    }

    private ClusterCloseReport end(long nanos) {
        long begun = system().scheduler().nanoTime();
        Map<String, Integer> unfinished = new TreeMap<>();
        List<CompletableFuture<Void>> stops = new ArrayList<>();
        try {
            long leaving = nanos == Durations.FOREVER ? nanos : nanos - Math.min(nanos / 4, REST_NANOS);
            node.drain().endWithin(leaving / 4 * 3);
            node.handOvers().endWithin(leaving / 8 * 5); // before that: what was sent needs time, too
            end.await(node.leave(Duration.ofNanos(leaving)).toCompletableFuture(), this, leaving);
            for (RemoteRegion<?, ?> region : node.regions()) {
                int left = region.abandonAll();
                if (left > 0) {
                    unfinished.put(region.type().name(), left);
                } else {
                    stops.add(region.whenStopped());
                }
            }
        } finally {
            leaveNow(); // nothing happens then if it has left
        }
        end.await(node.endOutlets(), this, OUTLETS_TIMEOUT.toNanos());
        end.awaitParents(stops, this, begun, nanos);
        return new ClusterCloseReport(unfinished);
    }

    private void leaveNow() {
        try {
            end.await(node.leaveNow(), this, LEAVE_NOW_TIMEOUT.toNanos());
        } finally {
            Attempts.all(node.engine()::stop, () -> node.removed("it was closed"), outboxes::end);
        }
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
        return node.toString();
    }
}
