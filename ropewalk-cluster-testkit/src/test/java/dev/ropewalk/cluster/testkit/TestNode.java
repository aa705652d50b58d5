package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A simulated node that records what it is told. One thread at a time runs in a simulation. */
final class TestNode implements EngineListener {
    static final String TYPE = "account";

    private final List<String> log;
    private final List<Integer> frames = new ArrayList<>();
    private final SortedSet<Integer> owned = new TreeSet<>();
    private final List<CompletableFuture<Void>> held = new ArrayList<>();
    private List<Member> members = List.of();
    private Optional<String> removed = Optional.empty();
    private boolean holdsRevocations;
    private @Nullable Engine engine;

    TestNode(List<String> log) {
        this.log = log;
    }

    void begin(Engine started) {
        engine = started;
        started.host(TYPE, Optional.empty());
    }

    Engine engine() {
        if (engine == null) {
            throw new IllegalStateException("it hasn't been started");
        }
        return engine;
    }

    Node self() {
        return engine().self();
    }

    @Override
    public void members(List<Member> now) {
        log.add(name() + " sees " + now);
        members = now;
    }

    @Override
    public void received(Node from, byte[] frame) {
        log.add(name() + " gets " + frame[0] + " from " + from);
        frames.add((int) frame[0]);
    }

    @Override
    public void shardAssigned(String type, int shard) {
        log.add(name() + " owns " + shard);
        owned.add(shard);
    }

    @Override
    public CompletionStage<Void> shardRevoked(String type, int shard) {
        log.add(name() + " loses " + shard);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        owned.remove(shard);
        held.add(ended);
        if (!holdsRevocations) {
            endRevocations();
        }
        return ended;
    }

    @Override
    public CompletionStage<Void> shardsLeft() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void removed(String reason) {
        log.add(name() + " is removed: " + reason);
        owned.clear();
        removed = Optional.of(reason);
    }

    private String name() {
        return engine == null ? "a new node" : self().toString();
    }

    // What it does

    boolean send(TestNode to, int number) {
        return engine().send(to.self(), new byte[] {(byte) number});
    }

    CompletableFuture<Node> locate(int shard) {
        return engine().locate(TYPE, shard).toCompletableFuture();
    }

    void holdRevocations() {
        holdsRevocations = true;
    }

    void endRevocations() {
        List.copyOf(held).forEach(ended -> ended.complete(null));
        held.clear();
    }

    // What it was told

    List<Integer> frames() {
        return frames;
    }

    SortedSet<Integer> owned() {
        return owned;
    }

    Optional<String> removed() {
        return removed;
    }

    List<Node> up() {
        return members.stream()
                .filter(member -> member.status() == MemberStatus.UP && member.isReachable())
                .map(Member::node)
                .toList();
    }

    List<Node> all() {
        return members.stream().map(Member::node).toList();
    }

    List<Node> unreachable() {
        return members.stream()
                .filter(member -> !member.isReachable())
                .map(Member::node)
                .toList();
    }

    @Override
    public String toString() {
        return name();
    }
}
