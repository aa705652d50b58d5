package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.pekko.settings.Roles;
import dev.ropewalk.cluster.pekko.wire.Locate;
import dev.ropewalk.cluster.pekko.wire.Located;
import dev.ropewalk.cluster.pekko.wire.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.pattern.AskTimeoutException;
import org.apache.pekko.pattern.Patterns;
import scala.jdk.javaapi.DurationConverters;

/**
 * The types of a cluster. A node has a region of Pekko's of each type that it has heard of, also if it doesn't host it: Pekko's coordinator of a type lives on the oldest node, and only where there is a region. {@link Placement} gives
 * shards to nodes that host the type, and only their regions are asked: one that has nobody to ask keeps the question, and asks for ever.
 */
public final class Shards {
    private static final Duration PAUSE_OF_FAILED_REGIONS = Duration.ofSeconds(2);
    private static final Duration LOCATE_TIMEOUT = Duration.ofSeconds(5);

    private final ActorSystem system;
    private final Cluster cluster;
    private final Located here;
    private final EngineListener listener;
    private final int count;
    private final Duration handOffTimeout;
    private final HostedTypes hosted = new HostedTypes();
    private final Margin margin;

    /** Tells other nodes, and hears from them, who hosts what. */
    private final ActorRef types;

    /** The types that this node takes part in, with the role that nodes must have to host them. */
    private final ConcurrentHashMap<String, Optional<String>> own = new ConcurrentHashMap<>();

    private final Regions regions;
    private volatile boolean leaving;

    public Shards(ActorSystem system, Node self, EngineListener listener, int count, Duration handOffTimeout) {
        this.system = system;
        cluster = Cluster.get(system);
        here = new Located(self);
        this.listener = listener;
        this.count = count;
        this.handOffTimeout = handOffTimeout;
        margin = new Margin(DurationConverters.toJava(cluster.downingProvider().downRemovalMargin()));
        regions = new Regions(system.name(), PAUSE_OF_FAILED_REGIONS, this::startRegion);
        system.registerOnTermination(regions::end);
        types = system.actorOf(
                Props.create(TypesActor.class, () -> new TypesActor(hosted, margin, regions::begin)), TypesActor.NAME);
    }

    // Regions

    /** Takes part in a type, if it doesn't yet. */
    public void host(String type, Optional<String> role) {
        boolean isNew = own.putIfAbsent(type, role) == null;
        if (isNew
                && role.map(Roles::toPekko)
                        .map(cluster.getSelfRoles()::contains)
                        .orElse(true)) {
            regions.begin(type);
            hosted.add(cluster.selfUniqueAddress(), type);
            var part = new Part(type, true);
            if (hosted.take(part)) {
                types.tell(part, ActorRef.noSender());
            }
        }
    }

    private ActorRef startRegion(String type, Region region) {
        return ClusterSharding.get(system)
                .start(
                        TypeName.of(type),
                        Props.create(
                                ShardActor.class, () -> new ShardActor(type, here, listener, handOffTimeout, region)),
                        ClusterShardingSettings.create(system),
                        new ByNumber(count),
                        new Placement(system, type, hosted, margin),
                        HandOff.BEGIN);
    }

    /**
     * This node is about to leave: its regions end as soon as they have no shards, and those of other nodes are asked instead.
     *
     * @return completes when its shards have moved to others, or they are to move all at once
     */
    public CompletionStage<Void> leave(Duration within) {
        leaving = true;
        regions.leave();
        types.tell(TypesActor.Own.LEAVES, ActorRef.noSender());
        return new Departure(within, this::countThatMayMove, System::nanoTime, this::later).begin();
    }

    /** Returns how many shards are here that another node takes. */
    private int countThatMayMove() {
        return regions.shards().entrySet().stream()
                .filter(shards -> shards.getValue() > 0 && hasOtherHome(shards.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private boolean hasOtherHome(String type) {
        return hosts(type).stream()
                .map(Member::uniqueAddress)
                .anyMatch(host -> !host.equals(cluster.selfUniqueAddress()) && hosted.mayComeTo(host, type));
    }

    private void later(Duration delay, Runnable task) {
        var ignored = system.scheduler().scheduleOnce(delay, task, system.dispatcher());
    }

    /** This node leaves, and its shards have left it. */
    public void haveLeft() {
        new Coordinators(system).leave();
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
        var question = new Locate(shard);
        Supplier<Optional<String>> obstacle = () -> hasHome(type) ? Optional.empty() : Optional.of(nobody(type));
        var search = new Search(() -> ask(type, question), obstacle, LOCATE_TIMEOUT, System::nanoTime, this::later);
        return search.begin().handle((answer, failure) -> {
            if (failure != null) {
                throw new CompletionException(explained(type, shard, failure));
            }
            return ((Located) answer).owner();
        });
    }

    /** Returns whether a shard may come to some node. What leaves owns its shards only until they are revoked. */
    private boolean hasHome(String type) {
        return hosts(type).stream().anyMatch(host -> hosted.mayComeTo(host.uniqueAddress(), type));
    }

    private CompletionStage<Object> ask(String type, Locate question) {
        List<Member> hosts = hosts(type);
        UniqueAddress self = cluster.selfUniqueAddress();
        if (leaving) {
            hosts.removeIf(host -> host.uniqueAddress().equals(self));
        }
        if (hosts.isEmpty()) {
            return CompletableFuture.failedStage(new IllegalStateException(nobody(type)));
        }
        if (!leaving && hosted.isAt(self, type)) {
            return askHere(type, question);
        }
        List<Member> staying = hosts.stream()
                .filter(host -> hosted.mayComeTo(host.uniqueAddress(), type))
                .toList();
        List<Member> able = staying.isEmpty() ? hosts : staying; // one that leaves may have no region any more
        Address other =
                able.get(ThreadLocalRandom.current().nextInt(able.size())).address();
        return Patterns.ask(system.actorSelection(other + TypeName.path(type)), question, Search.PATIENCE);
    }

    private CompletionStage<Object> askHere(String type, Locate question) {
        Region region = Objects.requireNonNull(regions.of(type), type);
        CompletableFuture<ActorRef> ref = region.ref();
        Throwable failure = region.failure();
        if (!ref.isDone() && failure != null) {
            return CompletableFuture.failedStage(
                    new IllegalStateException("Pekko couldn't make its region, and is asked again", failure));
        }
        if (!ref.isDone()) {
            return CompletableFuture.failedStage(new AskTimeoutException("its region isn't there yet"));
        }
        return ref.thenCompose(made -> Patterns.ask(made, question, Search.PATIENCE));
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
        if (!Search.mayPass(failure)) {
            return new IllegalStateException(what, Search.cause(failure));
        }
        return new TimeoutException(what + " within " + LOCATE_TIMEOUT.toSeconds()
                + " s: no node owns shards yet, or the one that does isn't reached or is about to give it away");
    }

    private String nobody(String type) {
        String role = own.getOrDefault(type, Optional.empty())
                .map(name -> " with the role '" + name + "'")
                .orElse("");
        return "no " + (leaving ? "other " : "") + "node" + role + " that hosts it is up and stays";
    }
}
