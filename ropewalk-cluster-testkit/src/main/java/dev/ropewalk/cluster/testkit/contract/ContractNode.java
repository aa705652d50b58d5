package dev.ropewalk.cluster.testkit.contract;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A node of a check: it records what its engine tells, and notes what an engine mustn't do. */
final class ContractNode implements EngineListener {
    /** What an engine is told that it has to leave. */
    static final Duration TIME_TO_LEAVE = Duration.ofSeconds(30);

    private final Stage stage;

    /** The owner of each shard, of all nodes. */
    private final Map<String, Node> owners;

    private final Turn memberTurn = new Turn("members and removed");
    private final Map<Node, Turn> frameTurns = new ConcurrentHashMap<>();
    private final Map<String, Turn> shardTurns = new ConcurrentHashMap<>();
    private final Map<Node, Queue<byte[]>> received = new ConcurrentHashMap<>();
    private final Set<Node> everSeen = ConcurrentHashMap.newKeySet();
    private final Set<String> everOwned = ConcurrentHashMap.newKeySet();
    private final Map<Integer, CompletableFuture<Void>> heldRevocations = new ConcurrentHashMap<>();
    private final CompletableFuture<Engine> engine = new CompletableFuture<>();
    private final AtomicBoolean shardsLeft = new AtomicBoolean();

    /** Completes when nothing is left to send. */
    private volatile CompletableFuture<Void> rest = CompletableFuture.completedFuture(null);

    private volatile List<Member> members = List.of();
    private volatile @Nullable String removed;
    private volatile boolean holdsRevocations;
    private volatile boolean isStopped;

    /** Calls that come one after another. */
    private final class Turn {
        private final String what;
        private final AtomicBoolean isTaken = new AtomicBoolean();

        Turn(String what) {
            this.what = what;
        }

        void take(Runnable call) {
            if (!isTaken.compareAndSet(false, true)) {
                stage.mishap("two calls at once: " + what);
            }
            call.run();
            isTaken.set(false);
        }
    }

    ContractNode(Stage stage, Map<String, Node> owners) {
        this.stage = stage;
        this.owners = owners;
    }

    void begin(Engine started) {
        engine.complete(started);
        started.host(Stage.TYPE, Optional.empty());
    }

    Engine engine() {
        return engine.join();
    }

    Node self() {
        return engine().self();
    }

    void stop() {
        isStopped = true;
        engine().stop();
        owners.values().removeIf(self()::equals);
    }

    /** Leaves at once: it may hear of the end of its shards or not. */
    CompletableFuture<Void> leaveNow() {
        isStopped = true;
        return engine().leaveNow().toCompletableFuture();
    }

    // What it was told

    @Override
    public void members(List<Member> now) {
        memberTurn.take(() -> {
            if (removed != null) {
                stage.mishap("members after removed: " + now);
            }
            members = List.copyOf(now);
            now.forEach(member -> everSeen.add(member.node()));
        });
    }

    @Override
    public void received(Node from, byte[] frame) {
        frameTurns
                .computeIfAbsent(from, node -> new Turn("frames of " + node))
                .take(() -> framesFrom(from).add(frame));
    }

    private Queue<byte[]> framesFrom(Node from) {
        return received.computeIfAbsent(from, node -> new ConcurrentLinkedQueue<>());
    }

    @Override
    public void shardAssigned(String type, int shard) {
        turnOf(type, shard).take(() -> {
            everOwned.add(key(type, shard));
            Node before = owners.putIfAbsent(key(type, shard), self());
            if (before != null && !isStopped) {
                stage.mishap(self() + " got shard " + shard + " of " + type + " while it was owned by " + before);
            }
        });
    }

    @Override
    public CompletionStage<Void> shardRevoked(String type, int shard) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        turnOf(type, shard).take(() -> {
            if (!isStopped && !self().equals(owners.get(key(type, shard)))) {
                stage.mishap(self() + " was revoked shard " + shard + ", which it didn't own");
            }
            if (holdsRevocations) {
                heldRevocations.put(shard, ended);
            } else {
                end(type, shard, ended);
            }
        });
        return ended;
    }

    private void end(String type, int shard, CompletableFuture<Void> ended) {
        owners.remove(key(type, shard), self());
        ended.complete(null);
    }

    @Override
    public CompletionStage<Void> shardsLeft() {
        if (!shardsLeft.compareAndSet(false, true)) {
            stage.mishap(self() + " was told twice that its shards have left it");
        }
        return rest;
    }

    @Override
    public void removed(String reason) {
        memberTurn.take(() -> {
            if (removed != null) {
                stage.mishap("removed twice: " + removed + ", " + reason);
            }
            owners.values().removeIf(self()::equals);
            removed = reason;
        });
    }

    private Turn turnOf(String type, int shard) {
        return shardTurns.computeIfAbsent(key(type, shard), key -> new Turn("shard " + key));
    }

    private static String key(String type, int shard) {
        return type + "/" + shard;
    }

    // Questions of checks

    /** Returns whether these are all members, up and reachable. */
    boolean seesUp(Collection<ContractNode> others) {
        Set<Node> up = new HashSet<>();
        for (Member member : members) {
            boolean isWell = member.status() == MemberStatus.UP && member.isReachable();
            if (!isWell || !up.add(member.node())) {
                return false;
            }
        }
        return up.size() == others.size() && others.stream().allMatch(other -> up.contains(other.self()));
    }

    Optional<Member> member(Node node) {
        return members.stream().filter(member -> member.node().equals(node)).findFirst();
    }

    boolean hasEverSeen(Node node) {
        return everSeen.contains(node);
    }

    boolean isRemoved() {
        return removed != null;
    }

    List<byte[]> framesOf(Node from) {
        return List.copyOf(framesFrom(from));
    }

    boolean hasEverOwned(int shard) {
        return everOwned.contains(key(Stage.TYPE, shard));
    }

    List<Integer> owned() {
        return owned(Stage.TYPE);
    }

    List<Integer> owned(String type) {
        List<Integer> owned = new ArrayList<>();
        for (int shard = 0; shard < Stage.SHARDS; shard++) {
            if (self().equals(owners.get(key(type, shard)))) {
                owned.add(shard);
            }
        }
        return owned;
    }

    /** Lets revocations wait from now on. */
    void holdRevocations() {
        holdsRevocations = true;
    }

    Set<Integer> heldRevocations() {
        return heldRevocations.keySet();
    }

    /** Ends what waits, and lets nothing wait any more. */
    void endRevocations() {
        holdsRevocations = false;
        heldRevocations.forEach((shard, ended) -> end(Stage.TYPE, shard, ended));
    }

    /** Has something left to send from now on. */
    void keepRest() {
        rest = new CompletableFuture<>();
    }

    /** Returns whether it was told that its shards have left it. */
    boolean haveShardsLeft() {
        return shardsLeft.get();
    }

    /** Has nothing left to send. */
    void endRest() {
        rest.complete(null);
    }

    /** Returns the owner of a shard, asking again until there is one. */
    Node locate(int shard) {
        return locate(Stage.TYPE, shard);
    }

    Node locate(String type, int shard) {
        List<Node> found = new ArrayList<>();
        stage.await("an owner of shard " + shard + " of " + type, () -> {
            CompletableFuture<Node> asked = engine().locate(type, shard).toCompletableFuture();
            stage.await("an answer", asked::isDone);
            if (asked.isCompletedExceptionally()) {
                stage.pass(Duration.ofMillis(100));
            } else {
                found.add(asked.join());
            }
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    @Override
    public String toString() {
        return engine.isDone()
                ? self() + (removed == null ? "" : " removed: " + removed) + " sees " + members + " owns " + owned()
                : "a node that is starting";
    }
}
