package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Names;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.testkit.FrameFate;
import dev.ropewalk.scheduler.Scheduler;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** All nodes of a network, and what is between them. */
public final class NodeNetwork {
    private static final int FIRST_PORT = 10_001;
    private static final int LAST_PORT = 0xFFFF;

    private final Guard guard = new Guard();
    private final NetworkSettings settings;
    private final SplittableRandom random;
    private final Map<Node, SimulatedNode> nodes = new LinkedHashMap<>();
    private final Map<NodeAddress, SimulatedNode> processes = new LinkedHashMap<>();
    private final Set<NodeAddress> addresses = new HashSet<>();
    private final Set<Set<SimulatedNode>> cuts = new HashSet<>();
    private final Set<SimulatedNode> isolated = new HashSet<>();
    private long incarnations;

    /** Makes a network without nodes. */
    public NodeNetwork(NetworkSettings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
    }

    // Nodes

    /** Starts a node. */
    public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
        Node self = guard.get(() -> reserve(options));
        var node = new SimulatedNode(this, self, options, listener, scheduler);
        guard.run(() -> {
            nodes.put(self, node);
            processes.put(self.address(), node);
            node.joining().begin();
        });
        return node;
    }

    private Node reserve(ClusterOptions options) {
        int port = options.port() == 0 ? freePort(options.host()) : options.port();
        var address = new NodeAddress(options.host(), port);
        if (!addresses.add(address)) {
            throw new IllegalArgumentException("another node has the address " + Names.shown(address.toString()));
        }
        return new Node(address.host(), port, ++incarnations);
    }

    private int freePort(String host) {
        for (int port = FIRST_PORT; port <= LAST_PORT; port++) {
            if (!addresses.contains(new NodeAddress(host, port))) {
                return port;
            }
        }
        throw new IllegalArgumentException("no port of " + Names.shown(host) + " is free");
    }

    /** Returns the nodes that haven't ended. */
    public List<Node> nodes() {
        return guard.get(
                () -> processes.values().stream().map(SimulatedNode::self).toList());
    }

    // Faults

    /** Cuts each node of one set from each of another. */
    public void partition(Set<Node> one, Set<Node> other) {
        change(() -> {
            for (Node a : one) {
                for (Node b : other) {
                    cuts.add(Set.of(known(a), known(b)));
                }
            }
        });
    }

    /** Cuts a node from all others, those that come later too. */
    public void isolate(Node node) {
        change(() -> isolated.add(known(node)));
    }

    /** Takes all cuts back. */
    public void heal() {
        change(() -> {
            cuts.clear();
            isolated.clear();
        });
    }

    /** Stops or resumes all that a node does. */
    public void pause(Node node, boolean value) {
        guard.run(() -> known(node).pause(value));
    }

    /** Ends a node. */
    public void kill(Node node) {
        guard.run(() -> known(node).die());
    }

    /** Lets frames wait. */
    public void hold(Node from, Node to) {
        guard.run(() -> known(from).wireTo(known(to)).hold());
    }

    /** Delivers some of the frames that wait. Returns how many. */
    public int release(Node from, Node to, int frames) {
        return guard.get(() -> {
            Wire wire = known(from).wireTo(known(to));
            return deliverNow(from, to, wire.takeHeldDues(frames));
        });
    }

    /** Delivers all frames that wait, and lets none wait from now on. */
    public void letGo(Node from, Node to) {
        guard.run(() -> {
            int ignored = deliverNow(from, to, known(from).wireTo(known(to)).letGo());
        });
    }

    /** Returns how many frames are on their way. */
    public int waiting(Node from, Node to) {
        return guard.get(() -> known(from).wireTo(known(to)).size());
    }

    private void change(Runnable change) {
        guard.run(() -> {
            change.run();
            review();
        });
    }

    private SimulatedNode known(Node node) {
        SimulatedNode known = nodes.get(node);
        if (known == null) {
            throw new IllegalArgumentException(node + " is no node of this network: " + nodes.keySet());
        }
        return known;
    }

    // What nodes need of it, under the guard

    Guard guard() {
        return guard;
    }

    NetworkSettings settings() {
        return settings;
    }

    @Nullable
    SimulatedNode node(Node node) {
        return nodes.get(node);
    }

    @Nullable
    SimulatedNode process(NodeAddress address) {
        return processes.get(address);
    }

    /** Returns whether a process is a member of a cluster of this name. */
    boolean hasCluster(String name) {
        return processes.values().stream()
                .anyMatch(node -> node.state() != null && node.options().name().equals(name));
    }

    void forget(SimulatedNode node) {
        processes.remove(node.self().address(), node);
        addresses.remove(node.self().address());
    }

    /** Returns whether frames go from one node to another. */
    boolean links(SimulatedNode one, SimulatedNode other) {
        return one.isRunning() && other.isRunning() && !areCut(one, other);
    }

    private boolean areCut(SimulatedNode one, SimulatedNode other) {
        return one != other
                && !(cuts.isEmpty() && isolated.isEmpty())
                && (isolated.contains(one) || isolated.contains(other) || cuts.contains(Set.of(one, other)));
    }

    /** Returns whether a node can become a member: all members reach each other, but for one that had its address. */
    boolean accepts(Membership state, SimulatedNode node) {
        List<SimulatedNode> others = state.members().stream()
                .filter(member -> !member.self().address().equals(node.self().address()))
                .toList();
        return others.stream()
                .allMatch(one -> links(node, one) && others.stream().allMatch(other -> state.connects(one, other)));
    }

    long latency() {
        return random.nextLong(settings.minLatencyNanos(), settings.maxLatencyNanos() + 1);
    }

    boolean loses() {
        return settings.lossRate() > 0 && random.nextDouble() < settings.lossRate();
    }

    /** Looks at all nodes after a change of who reaches whom, or who is a member. */
    void review() {
        boolean changed = true;
        while (changed) {
            changed = false;
            Set<Membership> states = new LinkedHashSet<>();
            for (SimulatedNode node : List.copyOf(processes.values())) {
                Membership state = node.state();
                if (state != null) {
                    node.sight().review(state);
                    states.add(state);
                } else if (node.isOutside()) {
                    node.joining().askSoon();
                }
            }
            for (Membership state : states) {
                changed |= state.advance();
            }
        }
    }

    /** Has all ask again that wait for shards of a node that owns none any more. */
    void tellFree(SimulatedNode owner) {
        Set<Membership> states = new LinkedHashSet<>();
        for (SimulatedNode node : processes.values()) {
            Membership state = node.state();
            if (state != null && states.add(state)) {
                state.shards().all().stream()
                        .filter(shard -> shard.owner == owner)
                        .forEach(Shards.Shard::askAgain);
            }
        }
    }

    // Frames

    /** Has a frame delivered after a latency. */
    void addDue(SimulatedNode from, SimulatedNode to, Wire wire) {
        if (wire.keepsDue()) {
            return;
        }
        long due = wire.dueAfterLast(to.calls().now() + latency());
        to.calls().add(due, () -> wire.keepsDue() ? null : deliver(from, to, wire));
    }

    private int deliverNow(Node from, Node to, int frames) {
        SimulatedNode sender = known(from);
        SimulatedNode target = known(to);
        Wire wire = sender.wireTo(target);
        for (int i = 0; i < frames; i++) {
            target.calls().addIn(0, () -> deliver(sender, target, wire));
        }
        return frames;
    }

    private @Nullable Runnable deliver(SimulatedNode from, SimulatedNode to, Wire wire) {
        byte[] frame = wire.poll();
        if (frame == null) {
            return null;
        }
        boolean arrives = !areCut(from, to) && to.knows(from);
        FrameFate fate = arrives ? FrameFate.DELIVERED : FrameFate.LOST;
        return () -> {
            settings.tap().frame(from.self(), to.self(), frame, fate);
            if (arrives) {
                to.listener().received(from.self(), frame);
            }
        };
    }
}
