package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.testkit.net.Shards.Phase;
import dev.ropewalk.cluster.testkit.net.Shards.Shard;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A node's question for the owner of a shard, asked again each time that the answer may have changed. */
final class Location {
    private final SimulatedNode asker;
    private final String type;
    private final int number;
    private final CompletableFuture<Node> owner = new CompletableFuture<>();
    private boolean isAnswered;

    Location(SimulatedNode asker, String type, int number) {
        this.asker = asker;
        this.type = type;
        this.number = number;
    }

    CompletableFuture<Node> owner() {
        return owner;
    }

    /** Asks after a latency, under the guard. */
    void askSoon() {
        asker.callSoon(this::ask);
    }

    private @Nullable Runnable ask() {
        if (isAnswered) {
            return null;
        }
        Membership state = asker.state();
        if (state == null) {
            return failing("it is no member");
        }
        if (!state.goesOn(state.partOf(asker))) {
            return failing("it doesn't reach the part of the cluster that goes on");
        }
        Shard shard = state.shards().shard(type, number);
        if (shard.owner != null && state.isFreeOf(shard.owner)) {
            shard.free();
        }
        return shard.owner == null ? allocate(state, shard) : answer(state, shard, shard.owner);
    }

    private @Nullable Runnable allocate(Membership state, Shard shard) {
        SimulatedNode next = HandOff.leastLoaded(state, asker, type);
        if (next == null) {
            return failing("no node that can own it is up");
        }
        shard.give(next);
        next.callSoon(() -> HandOff.assign(next, shard.type, shard.number));
        shard.await(this);
        return null;
    }

    private @Nullable Runnable answer(Membership state, Shard shard, SimulatedNode present) {
        if (shard.phase == Phase.OWNED && state.has(present)) {
            isAnswered = true;
            asker.forget(this);
            return () -> owner.complete(present.self());
        }
        shard.await(this);
        if (!state.has(present)) {
            asker.calls().addIn(state.marginLeft(present), this::ask);
        }
        return null;
    }

    /** Returns what fails this, under the guard. */
    Runnable failing(String reason) {
        isAnswered = true;
        asker.forget(this);
        return () -> owner.completeExceptionally(new IllegalStateException(
                asker.self() + " finds no owner of shard " + number + " of '" + type + "' for now: " + reason));
    }
}
