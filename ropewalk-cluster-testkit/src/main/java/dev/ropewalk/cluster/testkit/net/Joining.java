package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SeedDiscovery;
import dev.ropewalk.cluster.testkit.net.Calls.Call;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a node becomes a member: it asks its seeds, again whenever something has changed, or founds a cluster. The first seed founds one only if no other seed may be a member: one that
 * doesn't answer may be. Where seeds are discovered, each may found that finds enough nodes outside, itself among them: votes aren't simulated, since one that knows the whole network sees whether another has founded the cluster.
 */
final class Joining {
    /** So often what discovers seeds is asked again. */
    private static final long DISCOVERY_NANOS = 1_000_000_000;

    private final SimulatedNode node;
    private final NodeNetwork network;
    private List<NodeAddress> seeds;
    private boolean asks;
    private @Nullable Call givingUp;

    Joining(SimulatedNode node, NodeNetwork network) {
        this.node = node;
        this.network = network;
        this.seeds = node.options().seeds();
    }

    void begin() {
        askSoon();
        if (node.options().discovery().isPresent()) {
            discoverAgain();
        }
        givingUp = node.calls().addIn(Durations.delayNanos(node.options().joinTimeout()), this::giveUp);
    }

    void askSoon() {
        if (!asks) {
            asks = true;
            node.callSoon(this::ask);
        }
    }

    private void discoverAgain() {
        if (node.isOutside()) {
            askSoon();
            node.calls().addIn(DISCOVERY_NANOS, () -> {
                discoverAgain();
                return null;
            });
        }
    }

    /** Asks what discovers seeds; keeps those before if it can't tell for now. */
    private void discover(SeedDiscovery discovery) {
        try {
            seeds = List.copyOf(discovery.find(node.self().address()));
        } catch (IOException notNow) {
            // it is asked again
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Runnable ask() {
        asks = false;
        if (!node.isOutside()) {
            return null;
        }
        try {
            node.options().discovery().ifPresent(this::discover);
        } catch (IllegalArgumentException never) {
            return node.expel("it can't join: " + never.getMessage());
        }
        List<Membership> answers =
                seeds.stream().map(this::askSeed).filter(Objects::nonNull).toList();
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
        if (node.options().discovery().isPresent()) {
            return seeds.contains(node.self().address())
                    && outside() >= node.options().foundingNodes()
                    && !network.hasCluster(node.options().name());
        }
        return seeds.isEmpty() || seeds.getFirst().equals(node.self().address());
    }

    /** Returns how many of the seeds are there and in no cluster. */
    private long outside() {
        return seeds.stream()
                .distinct()
                .map(network::process)
                .filter(Objects::nonNull)
                .filter(seed -> seed.isOutside()
                        && seed.options().name().equals(node.options().name())
                        && network.links(node, seed))
                .count();
    }

    /** Whether a seed may be a member that can't be asked: it runs, but is cut off. */
    private boolean mayMiss() {
        return seeds.stream()
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
