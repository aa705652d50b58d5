package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.pekko.settings.Roles;
import dev.ropewalk.cluster.pekko.wire.Locate;
import dev.ropewalk.cluster.pekko.wire.Located;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.pattern.AskTimeoutException;
import org.apache.pekko.pattern.Patterns;

/**
 * The types of a cluster, each with a region of Pekko's on each node: also on one that doesn't host it, as soon as it hears that another one does. Pekko's coordinator of a type lives on the oldest node, and only where
 * there is a region. {@link Placement} gives shards to those that host.
 */
public final class Shards {
    private static final Duration LOCATE_TIMEOUT = Duration.ofSeconds(5);

    /** How long one question may take. Pekko drops those that wait while a shard moves, so this is about how long entities pause then. */
    private static final Duration QUESTION_TIMEOUT = Duration.ofMillis(100);

    private final ActorSystem system;
    private final Cluster cluster;
    private final Located here;
    private final EngineListener listener;
    private final int count;
    private final Duration handOffTimeout;
    private final HostedTypes hosted = new HostedTypes();

    /** Tells other nodes, and hears from them, who hosts what. */
    private final ActorRef types;

    /** Pekko waits while it makes a region, so a thread of its own does that. If the node ends meanwhile, it is interrupted. */
    private final ExecutorService starter;

    /** The types that this node takes part in, with the role that nodes must have to host them. */
    private final ConcurrentHashMap<String, Optional<String>> own = new ConcurrentHashMap<>();

    /** Those that some node hosts, or has hosted. */
    private final ConcurrentHashMap<String, Region> regions = new ConcurrentHashMap<>();

    private volatile boolean leaving;

    public Shards(ActorSystem system, Node self, EngineListener listener, int count, Duration handOffTimeout) {
        this.system = system;
        cluster = Cluster.get(system);
        here = new Located(self);
        this.listener = listener;
        this.count = count;
        this.handOffTimeout = handOffTimeout;
        starter = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(system.name() + "-pekko-host").factory());
        system.registerOnTermination(() -> {
            var ignored = starter.shutdownNow();
        });
        types = system.actorOf(
                Props.create(TypesActor.class, () -> new TypesActor(hosted, this::region)), TypesActor.NAME);
    }

    // Regions

    /** Takes part in a type, if it doesn't yet. */
    public void host(String type, Optional<String> role) {
        boolean isNew = own.putIfAbsent(type, role) == null;
        if (isNew
                && role.map(Roles::toPekko)
                        .map(cluster.getSelfRoles()::contains)
                        .orElse(true)) {
            hosted.add(cluster.selfUniqueAddress(), type);
            region(type);
            types.tell(new TypesActor.Hosts(type), ActorRef.noSender());
        }
    }

    /** Returns the region of a type, which is begun if there is none. */
    private Region region(String type) {
        Region region = regions.computeIfAbsent(type, this::begin);
        if (leaving) {
            region.leave();
        }
        return region;
    }

    private Region begin(String type) {
        var region = new Region();
        try {
            starter.execute(() -> start(type, region));
        } catch (RejectedExecutionException ended) {
            region.ref().completeExceptionally(ended);
        }
        return region;
    }

    private void start(String type, Region region) {
        try {
            region.ref().complete(startRegion(type, region));
        } catch (Throwable thrown) {
            region.ref().completeExceptionally(thrown);
        }
    }

    private ActorRef startRegion(String type, Region region) {
        return ClusterSharding.get(system)
                .start(
                        type,
                        Props.create(
                                ShardActor.class, () -> new ShardActor(type, here, listener, handOffTimeout, region)),
                        ClusterShardingSettings.create(system),
                        new ByNumber(count),
                        new Placement(system, type, hosted),
                        HandOff.BEGIN);
    }

    /** This node is about to leave: its regions end as soon as they have no shards, and those of other nodes are asked instead. */
    public void leave() {
        leaving = true;
        regions.values().forEach(Region::leave);
    }

    // Owners

    /** Finds the owner of a shard. */
    public CompletionStage<Node> locate(String type, int shard) {
        if (shard < 0 || shard >= count) {
            throw new IllegalArgumentException(
                    "shard must be from 0 to " + (count - 1) + ", but is " + shard + ", of '" + type + "'");
        }
        if (!own.containsKey(type)) {
            throw new IllegalArgumentException(here.owner() + " doesn't host '" + type + "'; it hosts " + own.keySet());
        }
        long end = System.nanoTime() + LOCATE_TIMEOUT.toNanos();
        return ask(type, new Locate(shard), end).handle((answer, failure) -> {
            if (failure != null) {
                throw new CompletionException(explained(type, shard, failure));
            }
            return ((Located) answer).owner();
        });
    }

    private CompletionStage<Object> ask(String type, Locate question, long end) {
        return askOnce(type, question)
                .exceptionallyCompose(failure -> isForNow(failure) && System.nanoTime() - end < 0
                        ? ask(type, question, end)
                        : CompletableFuture.failedStage(failure));
    }

    private static boolean isForNow(Throwable failure) {
        return cause(failure) instanceof AskTimeoutException;
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** A region that has nobody to ask would keep the question, so it isn't asked while no node hosts the type. */
    private CompletionStage<Object> askOnce(String type, Locate question) {
        List<Member> hosts = hosts(type);
        if (!leaving) {
            return hosts.isEmpty()
                    ? failLater()
                    : region(type).ref().thenCompose(ref -> Patterns.ask(ref, question, QUESTION_TIMEOUT));
        }
        hosts.removeIf(host -> host.uniqueAddress().equals(cluster.selfUniqueAddress()));
        if (hosts.isEmpty()) {
            return CompletableFuture.failedStage(new IllegalStateException("no other node that can own it is up"));
        }
        Address other =
                hosts.get(ThreadLocalRandom.current().nextInt(hosts.size())).address();
        String there = other + "/system/sharding/" + URLEncoder.encode(type, StandardCharsets.UTF_8);
        return Patterns.ask(system.actorSelection(there), question, QUESTION_TIMEOUT);
    }

    private CompletionStage<Object> failLater() {
        var failed = new CompletableFuture<Object>();
        try {
            var ignored = system.scheduler()
                    .scheduleOnce(
                            QUESTION_TIMEOUT,
                            () -> failed.completeExceptionally(new AskTimeoutException("no node hosts it")),
                            system.dispatcher());
        } catch (IllegalStateException ended) {
            failed.completeExceptionally(ended);
        }
        return failed;
    }

    /** Returns the members that host a type and are up. */
    private List<Member> hosts(String type) {
        List<Member> hosts = new ArrayList<>();
        for (Member member : cluster.state().getMembers()) {
            if (member.status() instanceof Up$ && hosted.isAt(member.uniqueAddress(), type)) {
                hosts.add(member);
            }
        }
        return hosts;
    }

    private Throwable explained(String type, int shard, Throwable failure) {
        String what = "no owner of shard " + shard + " of '" + type + "' was found";
        if (!isForNow(failure)) {
            return new IllegalStateException(what, cause(failure));
        }
        Optional<String> role = own.getOrDefault(type, Optional.empty());
        if (role.isPresent() && hosts(type).isEmpty()) {
            return new IllegalStateException(
                    what + ": no node hosts it that has the role '" + role.get() + "' and is up");
        }
        return new TimeoutException(what + " within " + LOCATE_TIMEOUT.toSeconds()
                + " s: no node owns shards yet, or the one that does isn't reached or is about to give it away");
    }
}
