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

/** The types that a node hosts, each with a region of Pekko's. */
public final class Shards {
    private static final Duration LOCATE_TIMEOUT = Duration.ofSeconds(5);

    /** How long one question may take. Pekko drops those that wait while a shard moves, so this is about how long entities pause then. */
    private static final Duration QUESTION_TIMEOUT = Duration.ofMillis(100);

    private final ActorSystem system;
    private final Located here;
    private final EngineListener listener;
    private final int count;
    private final Duration handOffTimeout;

    /** Pekko waits while it makes a region, so a thread of its own does that. If the node ends meanwhile, it is interrupted. */
    private final ExecutorService starter;

    private final ConcurrentHashMap<String, Region> regions = new ConcurrentHashMap<>();

    private volatile boolean leaving;

    /**
     * What Pekko has of a type.
     *
     * @param role which nodes have that own shards, as Pekko calls it; empty if all do
     * @param ref the region, or without the role what finds those of others
     */
    private record Region(Optional<String> role, CompletableFuture<ActorRef> ref) {
        boolean isAt(Member member) {
            return role.isEmpty() || member.hasRole(role.get());
        }
    }

    public Shards(ActorSystem system, Node self, EngineListener listener, int count, Duration handOffTimeout) {
        this.system = system;
        here = new Located(self);
        this.listener = listener;
        this.count = count;
        this.handOffTimeout = handOffTimeout;
        starter = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(system.name() + "-pekko-host").factory());
        system.registerOnTermination(() -> {
            var ignored = starter.shutdownNow();
        });
    }

    /** Takes part in a type, if it doesn't yet. */
    public void host(String type, Optional<String> role) {
        Optional<String> known = role.map(Roles::toPekko);
        regions.computeIfAbsent(type, name -> new Region(known, begin(name, known)));
    }

    private CompletableFuture<ActorRef> begin(String type, Optional<String> role) {
        try {
            return CompletableFuture.supplyAsync(() -> start(type, role), starter);
        } catch (RejectedExecutionException ended) {
            return CompletableFuture.failedFuture(ended);
        }
    }

    /** Starts a region. Pekko makes what only finds those of others where this node lacks the role. */
    private ActorRef start(String type, Optional<String> role) {
        ClusterShardingSettings settings = ClusterShardingSettings.create(system);
        if (role.isPresent()) {
            settings = settings.withRole(role.get());
        }
        return ClusterSharding.get(system)
                .start(
                        type,
                        Props.create(ShardActor.class, () -> new ShardActor(type, here, listener, handOffTimeout)),
                        settings,
                        new ByNumber(count),
                        ClusterSharding.get(system).defaultShardAllocationStrategy(settings),
                        HandOff.BEGIN);
    }

    /** Finds the owner of a shard. */
    public CompletionStage<Node> locate(String type, int shard) {
        if (shard < 0 || shard >= count) {
            throw new IllegalArgumentException(
                    "shard must be from 0 to " + (count - 1) + ", but is " + shard + ", of '" + type + "'");
        }
        Region region = regions.get(type);
        if (region == null) {
            throw new IllegalArgumentException(
                    here.owner() + " doesn't host '" + type + "'; it hosts " + regions.keySet());
        }
        long end = System.nanoTime() + LOCATE_TIMEOUT.toNanos();
        return region.ref()
                .thenCompose(ref -> ask(type, region, ref, new Locate(shard), end))
                .handle((answer, failure) -> {
                    if (failure != null) {
                        throw new CompletionException(explained(type, region, shard, failure));
                    }
                    return ((Located) answer).owner();
                });
    }

    private CompletionStage<Object> ask(String type, Region region, ActorRef ref, Locate question, long end) {
        return askOnce(type, region, ref, question)
                .exceptionallyCompose(failure -> failure instanceof AskTimeoutException && System.nanoTime() - end < 0
                        ? ask(type, region, ref, question, end)
                        : CompletableFuture.failedStage(failure));
    }

    private CompletionStage<Object> askOnce(String type, Region region, ActorRef ref, Locate question) {
        if (!leaving) {
            return Patterns.ask(ref, question, QUESTION_TIMEOUT);
        }
        List<Address> others = others(region);
        if (others.isEmpty()) {
            return CompletableFuture.failedStage(new IllegalStateException("no other node that can own it is up"));
        }
        Address other = others.get(ThreadLocalRandom.current().nextInt(others.size()));
        String there = other + "/system/sharding/" + URLEncoder.encode(type, StandardCharsets.UTF_8);
        return Patterns.ask(system.actorSelection(there), question, QUESTION_TIMEOUT);
    }

    private List<Address> others(Region region) {
        Cluster cluster = Cluster.get(system);
        List<Address> others = new ArrayList<>();
        for (Member member : cluster.state().getMembers()) {
            if (member.status() instanceof Up$
                    && region.isAt(member)
                    && !member.uniqueAddress().equals(cluster.selfUniqueAddress())) {
                others.add(member.address());
            }
        }
        return others;
    }

    private boolean hasNoHost(Region region) {
        for (Member member : Cluster.get(system).state().getMembers()) {
            if (member.status() instanceof Up$ && region.isAt(member)) {
                return false;
            }
        }
        return region.role().isPresent();
    }

    /** This node is about to leave: its regions end as soon as they have no shards, and those of other nodes are asked instead. */
    public void leave() {
        leaving = true;
    }

    private Throwable explained(String type, Region region, int shard, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof AskTimeoutException && hasNoHost(region)) {
            return new IllegalStateException(
                    "no owner of shard " + shard + " of '" + type + "' was found: no node that has its role is up");
        } else if (cause instanceof AskTimeoutException) {
            return new TimeoutException("no owner of shard " + shard + " of '" + type + "' was found within "
                    + LOCATE_TIMEOUT.toSeconds()
                    + " s: no node owns shards yet, or the one that does isn't reached or is about to give it away");
        }
        return new IllegalStateException("no owner of shard " + shard + " of '" + type + "' was found", cause);
    }
}
