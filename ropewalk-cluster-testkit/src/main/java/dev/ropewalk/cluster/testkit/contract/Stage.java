package dev.ropewalk.cluster.testkit.contract;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.testkit.EngineFixture;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** The nodes of a check, and how it waits. */
public final class Stage implements AutoCloseable {
    private static final long POLL_NANOS = 5_000_000;
    private static final String CLUSTER = "contract";
    static final int SHARDS = 8;
    static final String TYPE = "account";

    private final EngineFixture fixture;
    private final Scheduler scheduler;
    private final List<ContractNode> nodes = new ArrayList<>();
    private final Queue<String> mishaps = new ConcurrentLinkedQueue<>();
    private final Map<String, Node> owners = new ConcurrentHashMap<>();

    /** Makes an empty one. */
    public Stage(EngineFixture fixture) {
        this.fixture = fixture;
        this.scheduler = fixture.scheduler();
    }

    EngineFixture fixture() {
        return fixture;
    }

    // Nodes

    /** Starts nodes that join the first one, and waits until all see all as up. */
    List<ContractNode> startUp(int count) {
        List<ContractNode> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(started.isEmpty() ? start(options()) : startAt(started.getFirst(), options()));
        }
        await("all are up", () -> started.stream().allMatch(node -> node.seesUp(started)));
        return started;
    }

    ContractNode startAt(ContractNode seed, ClusterOptions options) {
        return start(options.seeds(List.of(seed.self().address())));
    }

    ContractNode start(ClusterOptions options) {
        var node = new ContractNode(this, owners);
        node.begin(fixture.engine().start(options, scheduler, node));
        nodes.add(node);
        return node;
    }

    ClusterOptions options() {
        return options(CLUSTER);
    }

    ClusterOptions options(String cluster) {
        return fixture.options(cluster).shards(SHARDS).stableAfter(Duration.ofSeconds(1));
    }

    static ClusterOptions at(NodeAddress address, ClusterOptions options) {
        return options.host(address.host()).port(address.port());
    }

    // Waiting

    /** Waits for a condition. */
    void await(String what, BooleanSupplier condition) {
        long begin = scheduler.nanoTime();
        long patience = fixture.patience().toNanos();
        while (!condition.getAsBoolean()) {
            checkMishaps();
            if (scheduler.nanoTime() - begin > patience) {
                throw new AssertionError("not within " + fixture.patience() + ": " + what + "; nodes: " + nodes);
            }
            pause(POLL_NANOS);
        }
    }

    /** Lets time pass. */
    void pass(Duration time) {
        long begin = scheduler.nanoTime();
        for (long left = time.toNanos(); left > 0; left = time.toNanos() - (scheduler.nanoTime() - begin)) {
            pause(left);
        }
        checkMishaps();
    }

    private void pause(long nanos) {
        scheduler.parkNanos(this, nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("interrupted; nodes: " + nodes);
        }
    }

    // Checks

    void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + "; nodes: " + nodes);
        }
    }

    /** Notes what mustn't be, in any thread. */
    void mishap(String what) {
        mishaps.add(what);
    }

    /** Fails if something was noted. */
    public void checkMishaps() {
        check(mishaps.isEmpty(), String.join("; ", mishaps));
    }

    @Override
    public void close() {
        nodes.forEach(ContractNode::stop);
    }
}
