package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.testkit.net.Calls.Call;
import dev.ropewalk.cluster.testkit.net.Shards.Phase;
import dev.ropewalk.cluster.testkit.net.Shards.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How shards come to nodes, and move. All is done under the guard, but for what is returned or called by a listener. */
final class HandOff {
    private HandOff() {}

    /** Returns the node with the fewest shards of a type, of those that a node reaches. */
    static @Nullable SimulatedNode leastLoaded(Membership state, SimulatedNode asker, String type) {
        SimulatedNode least = null;
        for (SimulatedNode node : hosts(state, type)) {
            if (state.connects(asker, node)
                    && (least == null
                            || owned(state, type, node).size()
                                    < owned(state, type, least).size())) {
                least = node;
            }
        }
        return least;
    }

    private static List<SimulatedNode> hosts(Membership state, String type) {
        return state.members().stream()
                .filter(node -> state.status(node) == MemberStatus.UP && node.hosts(type))
                .toList();
    }

    private static List<Shard> owned(Membership state, String type, SimulatedNode node) {
        return state.shards().ofType(type).stream()
                .filter(shard -> shard.owner == node)
                .toList();
    }

    /** Tells a node that it owns a shard, if that is still so. */
    static @Nullable Runnable assign(SimulatedNode node, String type, int number) {
        Shard shard = find(node, type, number);
        if (shard == null || !shard.isOf(node, Phase.ASSIGNING)) {
            return null;
        }
        return () -> {
            try {
                node.listener().shardAssigned(type, number);
            } finally {
                node.guard().run(() -> assigned(node, type, number));
            }
        };
    }

    private static void assigned(SimulatedNode node, String type, int number) {
        Shard shard = find(node, type, number);
        if (shard != null && shard.isOf(node, Phase.ASSIGNING)) {
            shard.phase = Phase.OWNED;
            shard.askAgain();
            node.network().review();
        }
    }

    private static @Nullable Shard find(SimulatedNode node, String type, int number) {
        Membership state = node.state();
        return state == null ? null : state.shards().shard(type, number);
    }

    /** Has the owner of a shard end what lives in it. */
    static void revoke(Shard shard, SimulatedNode node) {
        shard.phase = Phase.REVOKING;
        int revocation = ++shard.revocation;
        node.callSoon(() -> revoking(node, shard.type, shard.number, revocation));
    }

    private static @Nullable Runnable revoking(SimulatedNode node, String type, int number, int revocation) {
        if (!isRevoked(find(node, type, number), node, revocation)) {
            return null;
        }
        long timeout = Durations.delayNanos(node.options().handOffTimeout());
        Call giveUp = node.calls().addIn(timeout, () -> {
            revoked(node, type, number, revocation);
            return null;
        });
        return () -> {
            CompletionStage<Void> ended = node.listener().shardRevoked(type, number);
            ended.thenRun(() -> node.guard().run(() -> {
                node.calls().remove(giveUp);
                revoked(node, type, number, revocation);
            }));
        };
    }

    private static boolean isRevoked(@Nullable Shard shard, SimulatedNode node, int revocation) {
        return shard != null && shard.isOf(node, Phase.REVOKING) && shard.revocation == revocation;
    }

    private static void revoked(SimulatedNode node, String type, int number, int revocation) {
        Shard shard = find(node, type, number);
        if (shard != null && isRevoked(shard, node, revocation)) {
            shard.free();
            node.network().review();
        }
    }

    /** Returns whether a node that leaves has no shard any more; if it has, and none of them is on its way, the next one is revoked. */
    static boolean empty(Membership state, SimulatedNode node) {
        List<Shard> left = state.shards().all().stream()
                .filter(shard -> shard.owner == node)
                .toList();
        if (left.stream().allMatch(shard -> shard.phase == Phase.OWNED) && !left.isEmpty()) {
            revoke(left.getFirst(), node);
        }
        return left.isEmpty();
    }

    /** Returns the shards that are to move so that all nodes have equally many: those above a fair share, at most so many of each type. */
    static List<Shard> surplus(Membership state, int most) {
        List<Shard> surplus = new ArrayList<>();
        for (String type : state.shards().types()) {
            List<SimulatedNode> hosts = hosts(state, type);
            int shards = state.shards().ofType(type).size();
            int share = hosts.isEmpty() ? shards : Math.ceilDiv(shards, hosts.size());
            hosts.stream()
                    .flatMap(node -> aboveShare(state, type, node, share).stream())
                    .limit(most)
                    .forEach(surplus::add);
        }
        return surplus;
    }

    private static List<Shard> aboveShare(Membership state, String type, SimulatedNode node, int share) {
        List<Shard> all = owned(state, type, node);
        long staying =
                all.stream().filter(shard -> shard.phase != Phase.REVOKING).count();
        return all.stream()
                .filter(shard -> shard.phase == Phase.OWNED)
                .limit(Math.max(0, staying - share))
                .toList();
    }
}
