package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorIdentity;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.Identify;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Joining$;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.MemberStatus.WeaklyUp$;
import org.apache.pekko.cluster.sharding.ShardCoordinator;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.pattern.Patterns;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * Places the shards of a type on nodes that host it. All other nodes have a region of it, too, which owns nothing: so that the oldest node, where Pekko's coordinator has to be, always takes part.
 */
final class Placement extends ShardCoordinator.AbstractShardAllocationStrategy {
    /** A region that doesn't answer so long is no good one to move shards with. */
    private static final Duration TIME_TO_ANSWER = Duration.ofMillis(500);

    private final ActorSystem system;
    private final String type;
    private final HostedTypes hosted;
    private final Margin margin;
    private final LongSupplier nanoTime;
    private final Moves moves = new Moves();
    private final Newcomers<ActorRef> newcomers = new Newcomers<>();
    private final RollCall<ActorRef> rollCall;
    private final Unbegun<ActorRef> unbegun = new Unbegun<>();

    Placement(ActorSystem system, String type, HostedTypes hosted, Margin margin) {
        this(system, type, hosted, margin, Placement::lives, System::nanoTime);
    }

    /** Asks regions in some way whether they live, by some clock. */
    Placement(
            ActorSystem system,
            String type,
            HostedTypes hosted,
            Margin margin,
            Function<ActorRef, ? extends CompletionStage<Boolean>> question,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.system = system;
        this.type = type;
        this.hosted = hosted;
        this.margin = margin;
        rollCall = new RollCall<>(question);
    }

    /** Another incarnation at its address answers that it is another one, or that there is none. */
    private static CompletionStage<Boolean> lives(ActorRef region) {
        return Patterns.ask(region, new Identify(region.path().name()), TIME_TO_ANSWER)
                .handle((answer, failure) -> answer instanceof ActorIdentity identity
                        && identity.getActorRef().filter(region::equals).isPresent());
    }

    /** Those that want a shard go on asking while Pekko gets a region that it doesn't know: there is none yet, or the {@link Margin} isn't over. */
    @Override
    public Future<ActorRef> allocateShard(
            ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> shardsOfRegions) {
        Map<ActorRef, List<String>> hosts = margin.isOver(nanoTime.getAsLong()) ? ofHosts(shardsOfRegions) : Map.of();
        return Futures.successful(Shares.least(hosts).orElse(system.deadLetters()));
    }

    /** Begins to move nothing while a node joins, which is to have some soon, or one isn't reached, as far as that is known, or was taken out a moment ago, or a region doesn't answer. What was told before is to have begun. */
    @Override
    public Future<Set<String>> rebalance(
            Map<ActorRef, IndexedSeq<String>> shardsOfRegions, Set<String> shardsThatMove) {
        long now = nanoTime.getAsLong();
        Map<String, ActorRef> owners = owners(shardsOfRegions);
        unbegun.look(shardsThatMove, owners, now);
        boolean haveBegun = !unbegun.isAny() || !rollCall.hasAllowed();
        boolean mayMove = haveBegun && areAllHere(Cluster.get(system).state()) && margin.isOver(now);
        Set<String> next = mayMove ? next(shardsOfRegions, shardsThatMove) : Set.of();
        if (!next.isEmpty() && !rollCall.isGoingOn()) {
            owners.keySet().retainAll(next);
            unbegun.note(owners, now);
        }
        return FutureConverters.asScala(rollCall.allow(next, shardsOfRegions.keySet()));
    }

    private static Map<String, ActorRef> owners(Map<ActorRef, IndexedSeq<String>> shardsOfRegions) {
        Map<String, ActorRef> owners = new HashMap<>();
        shardsOfRegions.forEach(
                (region, shards) -> CollectionConverters.asJava(shards).forEach(shard -> owners.put(shard, region)));
        return owners;
    }

    private Set<String> next(Map<ActorRef, IndexedSeq<String>> shardsOfRegions, Set<String> moving) {
        Map<ActorRef, List<String>> ofHosts = ofHosts(shardsOfRegions);
        List<List<String>> shards = new ArrayList<>();
        List<List<String>> homeless = new ArrayList<>();
        Set<String> owned = new HashSet<>();
        shardsOfRegions.forEach((region, ofRegion) -> {
            List<String> staying = new ArrayList<>(CollectionConverters.asJava(ofRegion));
            owned.addAll(staying);
            staying.removeAll(moving);
            (ofHosts.containsKey(region) ? shards : homeless).add(staying);
        });
        Set<ActorRef> having = new HashSet<>(ofHosts.keySet());
        having.removeIf(host -> ofHosts.getOrDefault(host, List.of()).isEmpty());
        long now = nanoTime.getAsLong();
        boolean hasNewcomer = newcomers.isAnyNew(ofHosts.keySet(), having, now);
        return Shares.next(shards, homeless, moves.count(moving, owned, now), hasNewcomer);
    }

    private static boolean areAllHere(CurrentClusterState state) {
        for (Member member : state.getMembers()) {
            if (member.status() instanceof Joining$ || member.status() instanceof WeaklyUp$) {
                return false;
            }
        }
        return state.getUnreachable().isEmpty();
    }

    private Map<ActorRef, List<String>> ofHosts(Map<ActorRef, IndexedSeq<String>> shardsOfRegions) {
        Cluster cluster = Cluster.get(system);
        Set<Address> hosts = new HashSet<>();
        for (Member member : cluster.state().getMembers()) {
            if (member.status() instanceof Up$ && hosted.mayComeTo(member.uniqueAddress(), type)) {
                hosts.add(member.address());
            }
        }
        Map<ActorRef, List<String>> shards = new HashMap<>();
        shardsOfRegions.forEach((region, owned) -> {
            Address address = region.path().address();
            if (hosts.contains(address.hasLocalScope() ? cluster.selfAddress() : address)) {
                shards.put(region, CollectionConverters.asJava(owned));
            }
        });
        return shards;
    }
}
