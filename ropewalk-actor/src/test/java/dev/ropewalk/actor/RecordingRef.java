package dev.ropewalk.actor;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** A ref that keeps what it is told, without an actor behind it. */
public class RecordingRef<M> implements ActorRef<M> {
    public final Queue<M> received = new ConcurrentLinkedQueue<>();
    public volatile boolean full;
    public volatile boolean stopped;
    public volatile int load;

    private final String path;

    public RecordingRef(String path) {
        this.path = path;
    }

    @Override
    public void tell(M message) {
        received.add(message);
    }

    @Override
    public boolean tryTell(M message) {
        return !full && received.add(message);
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        return tryTell(message);
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        tell(message);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout) {
        throw new UnsupportedOperationException(path + " gives no answers");
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String toString() {
        return path;
    }
}
