package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** An engine that keeps the frames, or hands them over at once, or refuses them. */
final class FrameSink implements Engine {
    static final Node FIRST = new Node("first", 1, 1);
    static final Node SECOND = new Node("second", 2, 2);

    final List<byte[]> frames = new ArrayList<>();
    int refused;
    private boolean refuses;
    private boolean fails;
    private Consumer<byte[]> other = frame -> {};

    /** Hands frames over, too. */
    void handTo(Consumer<byte[]> receiver) {
        other = receiver;
    }

    void refuse(boolean value) {
        refuses = value;
    }

    void fail(boolean value) {
        fails = value;
    }

    /** Returns how many frames are of a kind. */
    long count(byte kind) {
        return frames.stream().filter(frame -> frame[1] == kind).count();
    }

    @Override
    public Node self() {
        return FIRST;
    }

    @Override
    public boolean send(Node to, byte[] frame) {
        if (fails) {
            throw new IllegalStateException("an engine that fails");
        } else if (refuses) {
            refused++;
            return false;
        }
        frames.add(frame);
        other.accept(frame);
        return true;
    }

    @Override
    public void host(String type, Optional<String> role) {}

    @Override
    public CompletionStage<Node> locate(String type, int shard) {
        return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Void> leave(Duration within) {
        return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Void> leaveNow() {
        return new CompletableFuture<>();
    }

    @Override
    public void stop() {}
}
