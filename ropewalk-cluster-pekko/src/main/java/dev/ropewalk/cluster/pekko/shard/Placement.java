package dev.ropewalk.cluster.pekko.shard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Joining$;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.MemberStatus.WeaklyUp$;
import org.apache.pekko.cluster.sharding.ShardCoordinator;
import org.apache.pekko.dispatch.Futures;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Places the shards of a type on nodes that host it. All other nodes have a region of it, too, which owns nothing: so that the oldest node, where Pekko's coordinator has to be, always takes part.
 */
final class Placement extends ShardCoordinator.AbstractShardAllocationStrategy {
    private final ActorSystem system;
    private final String type;
    private final HostedTypes hosted;
    private final Moves moves = new Moves();

    Placement(ActorSystem system, String type, HostedTypes hosted) {
        this.system = system;
        this.type = type;
        this.hosted = hosted;
    }

    /** Pekko goes on asking while it gets a region that it doesn't know: there is none yet. */
    @Override
    public Future<ActorRef> allocateShard(
            ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> shardsOfRegions) {
        return Futures.successful(Shares.least(ofHosts(shardsOfRegions)).orElse(system.deadLetters()));
    }

    /** Begins to move nothing while a node joins, which is to have some soon, or isn't reached: all nodes are asked before a shard moves. */
    @Override
    public Future<Set<String>> rebalance(
            Map<ActorRef, IndexedSeq<String>> shardsOfRegions, Set<String> shardsThatMove) {
        return Futures.successful(
                areAllHere(Cluster.get(system).state()) ? next(shardsOfRegions, shardsThatMove) : Set.of());
    }

    private Set<String> next(Map<ActorRef, IndexedSeq<String>> shardsOfRegions, Set<String> moving) {
        Map<ActorRef, List<String>> ofHosts = ofHosts(shardsOfRegions);
        List<List<String>> shards = new ArrayList<>();
        List<String> homeless = new ArrayList<>();
        Set<String> owned = new HashSet<>();
        shardsOfRegions.forEach((region, ofRegion) -> {
            List<String> staying = new ArrayList<>(CollectionConverters.asJava(ofRegion));
            owned.addAll(staying);
            staying.removeAll(moving);
            if (ofHosts.containsKey(region)) {
                shards.add(staying);
            } else {
                homeless.addAll(staying);
            }
        });
        return Shares.next(shards, homeless, moves.count(moving, owned, System.nanoTime()));
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
