package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.ReliableStats;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The sender to an entity, as users see it. */
final class LaneRef<K, M> implements ReliableRef<K, M> {
    private final StoredOutbox outbox;
    private final Lane<K, M> lane;
    private final EntityRef<K, M> entity;
    private final AtomicBoolean closed = new AtomicBoolean();

    LaneRef(StoredOutbox outbox, Lane<K, M> lane) {
        this.outbox = outbox;
        this.lane = lane;
        this.entity = lane.entity();
    }

    @Override
    public EntityRef<K, M> entity() {
        return entity;
    }

    @Override
    public void tell(M message) {
        requireOpen(message);
        outbox.tell(lane, message, null);
    }

    @Override
    public boolean tryTell(M message) {
        tell(message);
        return true;
    }

    @Override
    public CompletableFuture<Void> deliver(M message) {
        requireOpen(message);
        var answer = new CompletableFuture<Void>();
        outbox.tell(lane, message, answer);
        return answer;
    }

    private void requireOpen(M message) {
        Objects.requireNonNull(message, "message");
        if (closed.get()) {
            throw new IllegalStateException(this + " is closed");
        }
    }

    @Override
    public CompletableFuture<Void> delivered() {
        return outbox.delivered(lane);
    }

    @Override
    public ReliableStats stats() {
        return outbox.stats(lane);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            outbox.release(lane);
        }
    }

    @Override
    public String toString() {
        return "ReliableRef[" + entity.path() + " by " + outbox + "]";
    }
}
