package dev.ropewalk.cluster.testkit;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.net.NodeNetwork;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A network in one process, whose nodes join clusters, send each other frames and own shards as on a real one. It loses frames, cuts nodes from each
 * other, pauses and kills them when a test says so. Nodes that haven't the same cluster's name never meet.
 *
 * <p>All time is that of the schedulers with which the nodes start, and so is all that happens: the network has no thread and no clock. On the scheduler of a
 * simulation a run is repeated exactly. On real ones chances are the same for the same seed, but who draws first isn't. The schedulers of one network must have
 * the same clock; a node whose scheduler is closed while something is to happen there has ended. A network in which nothing changes has no timers, so a
 * simulation of it comes to rest.
 *
 * <p>It knows more than nodes of a real network do, so it is simpler. A node is told what it could know only: a part that is cut off learns nothing of the
 * other. Joining and leaving, and the moving of shards, go on only while all members of a cluster reach each other.
 *
 * <p>Any thread may call the methods; those that change something return when it is so, before the nodes have noticed.
 */
public final class SimulatedNetwork {
    private final NodeNetwork network;
    private final EngineProvider engine = new Provider();

    SimulatedNetwork(NodeNetwork network) {
        this.network = network;
    }

    /** Returns a network with the defaults of {@link #builder} whose latencies are drawn by a seed. */
    public static SimulatedNetwork seeded(long seed) {
        return builder().seed(seed).build();
    }

    /** Returns a builder of networks. */
    public static SimulatedNetworkBuilder builder() {
        return new SimulatedNetworkBuilder();
    }

    /**
     * Returns what starts nodes of this network, by the name {@code simulated}. A node of port 0 gets the next free one from 10001. Certificates aren't looked at.
     * An address that another node has is refused until that node was stopped or killed. One that is refused by the cluster, or that finds no seed within {@link
     * ClusterOptions#joinTimeout}, is told that it is {@linkplain EngineListener#removed removed}.
     */
    public EngineProvider engine() {
        return engine;
    }

    /** Returns the nodes that haven't ended, in the order in which they were started. */
    public List<Node> nodes() {
        return network.nodes();
    }

    /**
     * Cuts each node of a set from each one of another: frames between them are lost, also those that are on their way. Nodes of one set still reach each other.
     *
     * @throws IllegalArgumentException if a node is in both, or isn't one of this network
     */
    public void partition(Set<Node> one, Set<Node> other) {
        Set<Node> left = Nulls.copy(one, "one");
        Set<Node> right = Nulls.copy(other, "other");
        for (Node node : left) {
            if (right.contains(node)) {
                throw new IllegalArgumentException(node + " can't be cut from itself");
            }
        }
        network.partition(left, right);
    }

    /** Cuts a node from all others, also from those that are started later. */
    public void isolate(Node node) {
        network.isolate(Objects.requireNonNull(node, "node"));
    }

    /** Takes all cuts back. */
    public void heal() {
        network.heal();
    }

    /**
     * Stops a node as the signal {@code STOP} does: nothing arrives there or leaves, and its listener isn't called. What it sends is sent when it is resumed.
     * Only its engine stops: whoever uses that goes on.
     */
    public void pause(Node node) {
        network.pause(Objects.requireNonNull(node, "node"), true);
    }

    /** Lets a node go on that was paused. */
    public void resume(Node node) {
        network.pause(Objects.requireNonNull(node, "node"), false);
    }

    /** Ends a node at once: it sends nothing, and its listener is called no more, but for a call that has begun. Stages that it waits for never complete. */
    public void kill(Node node) {
        network.kill(Objects.requireNonNull(node, "node"));
    }

    /** Holds the frames from one node to another back from now on; those on their way when they arrive. They keep their order. */
    public void hold(Node from, Node to) {
        network.hold(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
    }

    /**
     * Delivers the first of the frames that are held back, without a latency.
     *
     * @return whether there was one
     */
    public boolean release(Node from, Node to) {
        return network.release(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"), 1) > 0;
    }

    /** Delivers all frames that are held back, and holds no more. */
    public void letGo(Node from, Node to) {
        network.letGo(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
    }

    /** Returns how many frames are on their way from one node to another, those that are held back too. */
    public int waiting(Node from, Node to) {
        return network.waiting(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
    }

    private final class Provider implements EngineProvider {
        @Override
        public String name() {
            return "simulated";
        }

        @Override
        public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
            return network.start(
                    Objects.requireNonNull(options, "options"),
                    Objects.requireNonNull(scheduler, "scheduler"),
                    Objects.requireNonNull(listener, "listener"));
        }
    }

    @Override
    public String toString() {
        return "SimulatedNetwork" + nodes();
    }
}
