package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MemberStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who is a member, as one part of a cluster knows it: all nodes share one of these until the part that goes on has decided so. Those that it has removed
 * share a copy from then on, in which all is as before, and find out by themselves.
 */
final class Membership {
    private final NodeNetwork network;
    private final ClusterOptions options;
    private final Shards shards;

    /** In the order in which they have joined. */
    private final Map<SimulatedNode, MemberStatus> members;

    /** When those were removed that may not know it. */
    private final Map<SimulatedNode, Long> removed = new HashMap<>();

    private @Nullable SimulatedNode balancer;

    Membership(NodeNetwork network, ClusterOptions options) {
        this(network, options, new Shards(), new LinkedHashMap<>());
    }

    private Membership(
            NodeNetwork network, ClusterOptions options, Shards shards, Map<SimulatedNode, MemberStatus> members) {
        this.network = network;
        this.options = options;
        this.shards = shards;
        this.members = members;
    }

    ClusterOptions options() {
        return options;
    }

    Shards shards() {
        return shards;
    }

    List<SimulatedNode> members() {
        return List.copyOf(members.keySet());
    }

    boolean has(SimulatedNode node) {
        return members.containsKey(node);
    }

    @Nullable
    MemberStatus status(SimulatedNode node) {
        return members.get(node);
    }

    // Who reaches whom

    /** Returns whether two members reach each other. */
    boolean connects(SimulatedNode one, SimulatedNode other) {
        return one.state() == this && other.state() == this && network.links(one, other);
    }

    boolean isConverged() {
        return members.keySet().stream()
                .allMatch(one -> members.keySet().stream().allMatch(other -> connects(one, other)));
    }

    /** Returns the members that a node reaches, directly or by others, and itself. */
    Set<SimulatedNode> partOf(SimulatedNode node) {
        Set<SimulatedNode> part = new LinkedHashSet<>(List.of(node));
        var open = new ArrayDeque<>(part);
        while (!open.isEmpty()) {
            SimulatedNode next = open.remove();
            members.keySet().stream()
                    .filter(other -> connects(next, other) && part.add(other))
                    .forEach(open::add);
        }
        return part;
    }

    /** Returns whether all members hear of what a node says, but for those that don't run. */
    boolean hearsOf(SimulatedNode node) {
        Set<SimulatedNode> part = partOf(node);
        return node.isRunning()
                && members.keySet().stream().allMatch(other -> !other.isRunning() || part.contains(other));
    }

    /** Returns whether a part goes on. Those that are joining don't count, unless all are. */
    boolean goesOn(Set<SimulatedNode> part) {
        List<SimulatedNode> counted = members().stream()
                .filter(member -> status(member) != MemberStatus.JOINING)
                .toList();
        if (counted.isEmpty()) {
            counted = members();
        }
        return SplitDecision.goesOn(
                options.splitBrain(),
                counted.stream().map(SimulatedNode::self).toList(),
                counted.stream().filter(part::contains).map(SimulatedNode::self).collect(Collectors.toSet()));
    }

    // Joining and leaving

    /** Adds a node; one of the same address that is a member still has ended, and goes. */
    void join(SimulatedNode node) {
        for (SimulatedNode member : members()) {
            if (member.self().address().equals(node.self().address())) {
                drop(member);
                member.markTold();
            }
        }
        members.put(node, MemberStatus.JOINING);
        node.enter(this);
        lookSoon();
        network.review();
    }

    /** Removes a node that knows it. */
    void drop(SimulatedNode node) {
        members.remove(node);
        removed.put(node, node.calls().now());
        lookSoon();
        shards.all().forEach(Shards.Shard::askAgain);
    }

    private void lookSoon() {
        members.keySet().forEach(node -> node.sight().lookSoon());
    }

    /** Lets nodes take the next step of joining and leaving, and shards move, if all members reach each other. Returns whether the members have changed. */
    boolean advance() {
        if (!isConverged()) {
            shards.all().forEach(Shards.Shard::askAgain);
            return false;
        }
        boolean changed = false;
        for (SimulatedNode node : members()) {
            changed |= advance(node);
        }
        if (changed) {
            lookSoon();
        } else {
            balanceLater();
        }
        return changed;
    }

    private boolean advance(SimulatedNode node) {
        return switch (status(node)) {
            case JOINING -> node.isReady() && becomeUp(node);
            case UP -> node.isLeaving() && become(node, MemberStatus.LEAVING);
            case LEAVING -> HandOff.empty(this, node) && node.hasSaidFarewell() && let(node);
            case null -> false;
        };
    }

    private boolean becomeUp(SimulatedNode node) {
        node.joining().end();
        return become(node, MemberStatus.UP);
    }

    private boolean become(SimulatedNode node, MemberStatus status) {
        members.put(node, status);
        return true;
    }

    private boolean let(SimulatedNode node) {
        drop(node);
        node.leaveState("it has left");
        return true;
    }

    // Moving shards

    private void balanceLater() {
        if (balancer != null && balancer.state() != this) {
            balancer = null;
        }
        if (balancer == null && !members.isEmpty() && !HandOff.surplus(this, 1).isEmpty()) {
            SimulatedNode oldest = members.keySet().iterator().next();
            balancer = oldest;
            oldest.calls().addIn(network.settings().rebalanceNanos(), () -> balance(oldest));
        }
    }

    private @Nullable Runnable balance(SimulatedNode node) {
        if (balancer == node) {
            balancer = null;
            if (isConverged()) {
                for (Shards.Shard shard :
                        HandOff.surplus(this, network.settings().rebalanceShards())) {
                    if (shard.owner != null) {
                        HandOff.revoke(shard, shard.owner);
                    }
                }
            }
            network.review();
        }
        return null;
    }

    // Splits

    /** Removes all but those that go on. */
    void keep(Set<SimulatedNode> winners) {
        var rest = new Membership(network, options, shards.copy(), new LinkedHashMap<>(members));
        rest.removed.putAll(removed);
        for (SimulatedNode node : new ArrayList<>(members.keySet())) {
            if (!winners.contains(node)) {
                drop(node);
                node.leaveBehind(this, rest);
            }
        }
        network.review();
    }

    /** Returns whether a node that owns a shard owns it no more: it was removed, and knows that, or has had the time to find out. */
    boolean isFreeOf(SimulatedNode owner) {
        return !has(owner) && (owner.isTold() || marginLeft(owner) <= 0);
    }

    /** Returns in how many nanoseconds a node that was removed must know it. */
    long marginLeft(SimulatedNode owner) {
        Long since = removed.get(owner);
        long now = owner.calls().now();
        return since == null ? 0 : Math.max(0, since + Durations.delayNanos(options.stableAfter()) - now);
    }

    @Override
    public String toString() {
        return members.toString();
    }
}
