package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.testkit.net.Calls.Call;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a node becomes a member: it asks its seeds, again whenever something has changed, or founds a cluster. The first seed founds one only if no other seed may be a member: one that
 * doesn't answer may be.
 */
final class Joining {
    private final SimulatedNode node;
    private final NodeNetwork network;
    private boolean asks;
    private @Nullable Call givingUp;

    Joining(SimulatedNode node, NodeNetwork network) {
        this.node = node;
        this.network = network;
    }

    void begin() {
        askSoon();
        givingUp = node.calls().addIn(Durations.delayNanos(node.options().joinTimeout()), this::giveUp);
    }

    void askSoon() {
        if (!asks) {
            asks = true;
            node.callSoon(this::ask);
        }
    }

    private @Nullable Runnable ask() {
        asks = false;
        if (!node.isOutside()) {
            return null;
        }
        List<Membership> answers = node.options().seeds().stream()
                .map(this::askSeed)
                .filter(Objects::nonNull)
                .toList();
        if (answers.isEmpty()) {
            if (isFounder() && !mayMiss()) {
                enter(new Membership(network, node.options()));
            }
            return null;
        }
        Membership state = answers.getFirst();
        String difference = difference(state.options(), node.options());
        if (difference != null) {
            return node.expel("it can't join: " + difference);
        }
        if (network.accepts(state, node)) {
            enter(state);
        }
        return null;
    }

    private void enter(Membership state) {
        state.join(node);
        node.callSoon(this::beReady);
    }

    /** The node is told first that it is joining. */
    private @Nullable Runnable beReady() {
        if (node.sight().shows(node)) {
            node.beReady();
            network.review();
        } else if (node.state() != null) {
            node.callSoon(this::beReady);
        }
        return null;
    }

    /** Is called when the node is up, or never will be. */
    void end() {
        if (givingUp != null) {
            node.calls().remove(givingUp);
            givingUp = null;
        }
    }

    private boolean isFounder() {
        List<NodeAddress> seeds = node.options().seeds();
        return seeds.isEmpty() || seeds.getFirst().equals(node.self().address());
    }

    /** Whether a seed may be a member that can't be asked: it runs, but is cut off. */
    private boolean mayMiss() {
        return node.options().seeds().stream()
                .map(network::process)
                .filter(Objects::nonNull)
                .anyMatch(seed -> seed != node && !network.links(node, seed));
    }

    private @Nullable Membership askSeed(NodeAddress address) {
        SimulatedNode seed = network.process(address);
        if (seed == null
                || seed == node
                || !seed.options().name().equals(node.options().name())
                || !network.links(node, seed)) {
            return null;
        }
        return seed.state();
    }

    private static @Nullable String difference(ClusterOptions cluster, ClusterOptions own) {
        if (cluster.shards() != own.shards()) {
            return "the cluster has " + cluster.shards() + " shards, but it " + own.shards();
        } else if (!cluster.splitBrain().equals(own.splitBrain())) {
            return "the cluster decides splits by " + cluster.splitBrain() + ", but it by " + own.splitBrain();
        }
        return null;
    }

    private @Nullable Runnable giveUp() {
        Membership state = node.state();
        boolean joins = state == null ? node.isOutside() : state.status(node) == MemberStatus.JOINING;
        if (!joins) {
            return null;
        }
        if (state != null) {
            state.drop(node);
        }
        return node.expel("it hasn't joined within " + node.options().joinTimeout());
    }
}
