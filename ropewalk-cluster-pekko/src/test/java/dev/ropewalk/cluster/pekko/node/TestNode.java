package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.testing.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A node of a test, and what its engine has told it. Closing it stops the node and waits for the end. */
final class TestNode implements EngineListener, AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(40);
    static final CodecRegistry CODECS = CodecRegistry.builder().build();
    static final int SHARDS = 12;
    static final String TYPE = "box";

    /** Between two questions: one may be answered at once. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** A frame. */
    record Received(Node from, ByteBuffer frame) {}

    final PekkoEngine engine;
    final ConcurrentLinkedQueue<Received> frames = new ConcurrentLinkedQueue<>();
    final List<String> removed = new CopyOnWriteArrayList<>();

    /** What went wrong: a shard was assigned or revoked twice. */
    final List<String> wrong = new CopyOnWriteArrayList<>();

    /** How many shards it was told to let go of. */
    final AtomicInteger handOffs = new AtomicInteger();

    /** The shards of other types that it owns, each with the name of its type. */
    final Set<String> others = ConcurrentHashMap.newKeySet();

    private final Set<Integer> shards = new TreeSet<>();
    private final CompletionStage<Void> handOff;
    private volatile List<Member> members = List.of();
    private volatile Consumer<List<Member>> whenMembersChange = all -> {};

    private TestNode(ClusterOptions options, CompletionStage<Void> handOff) {
        this.handOff = handOff;
        engine = PekkoEngine.start(options, this);
        engine.host(TYPE, Optional.empty());
    }

    static ClusterOptions options(String cluster) {
        return ClusterOptions.defaults(cluster, CODECS).plaintext(true).shards(SHARDS);
    }

    static TestNode start(ClusterOptions options) {
        return start(options, CompletableFuture.completedFuture(null));
    }

    /** Starts a node that lets go of its shards when this is complete. */
    static TestNode start(ClusterOptions options, CompletionStage<Void> handOff) {
        return new TestNode(options, handOff);
    }

    /** Starts one that has this node as its seed. */
    TestNode join(ClusterOptions options) {
        return start(options.seeds(List.of(address())));
    }

    NodeAddress address() {
        return self().address();
    }

    Node self() {
        return engine.self();
    }

    List<Member> members() {
        return members;
    }

    /** Returns the shards that it owns, as it has been told. */
    Set<Integer> shards() {
        synchronized (shards) {
            return new TreeSet<>(shards);
        }
    }

    /** Waits until these nodes see each other, and no other, as members that take part. */
    static void awaitUp(TestNode... nodes) {
        awaitUp(Stream.of(nodes).map(TestNode::self).toList(), nodes);
    }

    /** Waits until some nodes see all these, and no other, as members that take part. */
    static void awaitUp(Collection<Node> all, TestNode... nodes) {
        for (TestNode node : nodes) {
            Await.until(
                    () -> all + " are up for " + node + ", but it sees " + node.members,
                    () -> new HashSet<>(node.members)
                            .equals(all.stream()
                                    .map(up -> new Member(up, MemberStatus.UP, true, Set.of()))
                                    .collect(Collectors.toSet())),
                    LONG);
        }
    }

    /** Finds a shard, again if that fails for a while, as it may when nodes come and go. */
    Node locate(int shard) {
        return locate(TYPE, shard);
    }

    /** Finds a shard of some type, again if that fails for a while. */
    Node locate(String type, int shard) {
        long end = System.nanoTime() + LONG.toNanos();
        while (true) {
            try {
                return get(engine.locate(type, shard));
            } catch (AssertionError failed) {
                if (System.nanoTime() - end > 0) {
                    throw failed;
                }
                Await.pass(PAUSE);
            }
        }
    }

    /** Finds all shards. */
    List<Node> locateAll() {
        return Stream.iterate(0, shard -> shard < SHARDS, shard -> shard + 1)
                .map(this::locate)
                .toList();
    }

    static <T> T get(CompletionStage<T> stage) {
        return get(stage, LONG);
    }

    static <T> T get(CompletionStage<T> stage, Duration deadline) {
        try {
            return stage.toCompletableFuture().get(deadline.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void members(List<Member> now) {
        members = now;
        whenMembersChange.accept(now);
    }

    /** Has something done whenever the members change, before its node hears of anything else. */
    void whenMembersChange(Consumer<List<Member>> task) {
        whenMembersChange = task;
    }

    @Override
    public void received(Node from, byte[] frame) {
        frames.add(new Received(from, ByteBuffer.wrap(frame)));
    }

    @Override
    public void shardAssigned(String type, int shard) {
        if (!type.equals(TYPE)) {
            if (!others.add(type + "/" + shard)) {
                wrong.add(shard + " of '" + type + "' is assigned twice to " + this);
            }
            return;
        }
        synchronized (shards) {
            if (!shards.add(shard)) {
                wrong.add(shard + " is assigned twice to " + this);
            }
        }
    }

    @Override
    public CompletionStage<Void> shardRevoked(String type, int shard) {
        if (!type.equals(TYPE)) {
            others.remove(type + "/" + shard);
            return CompletableFuture.completedFuture(null);
        }
        handOffs.incrementAndGet();
        return handOff.thenAccept(nothing -> {
            synchronized (shards) {
                if (!shards.remove(shard)) {
                    wrong.add(shard + " is revoked from " + this + ", which doesn't have it");
                }
            }
        });
    }

    @Override
    public CompletionStage<Void> shardsLeft() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void removed(String reason) {
        removed.add(reason);
    }

    /** Stops it, and waits for the end. */
    void end() {
        engine.stop();
        get(engine.whenEnded());
    }

    @Override
    public void close() {
        end();
    }

    @Override
    public String toString() {
        return "node " + address();
    }
}
