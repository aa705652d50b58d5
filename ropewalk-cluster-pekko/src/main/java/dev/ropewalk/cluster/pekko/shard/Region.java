package dev.ropewalk.cluster.pekko.shard;

import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.PoisonPill;
import org.jspecify.annotations.Nullable;

/**
 * What Pekko has of a type on this node. A region of Pekko's that is to end waits until all questions that it holds are answered, and for a shard without an owner no answer may ever come. So this ends it when the node leaves, as soon as
 * no shard lives here.
 */
final class Region {
    private final CompletableFuture<ActorRef> ref = new CompletableFuture<>();
    private final Tenants tenants = new Tenants();
    private volatile @Nullable Throwable failure;

    /** Completes with the region when Pekko has made it. */
    CompletableFuture<ActorRef> ref() {
        return ref;
    }

    /** Returns why Pekko couldn't make it, the last time; null if it hasn't failed. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Pekko couldn't make it, and is asked again. */
    void failed(Throwable thrown) {
        failure = thrown;
    }

    /** Begins a shard. Returns false if the node leaves: it isn't to begin here. */
    boolean enter() {
        return tenants.enter();
    }

    /** Ends a shard that has begun. */
    void exit() {
        if (tenants.exit()) {
            end();
        }
    }

    /** Returns how many shards live here. */
    int shards() {
        return tenants.count();
    }

    /** The node leaves. */
    void leave() {
        if (tenants.close()) {
            end();
        }
    }

    private void end() {
        var ignored = ref.thenAccept(region -> region.tell(PoisonPill.getInstance(), ActorRef.noSender()));
    }
}
