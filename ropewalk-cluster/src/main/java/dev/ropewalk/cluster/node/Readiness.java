package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.Node;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether this node has a way to each type that it hosts: it asks the engine for the owner of a shard, which finds one or makes one, until it has been told once. */
final class Readiness {
    private static final Duration RETRY = Duration.ofMillis(100);

    private final OutletHost host;
    private final BooleanSupplier mustEnd;
    private final Map<String, CompletableFuture<@Nullable Void>> ways = new ConcurrentHashMap<>();
    private volatile @Nullable String reason;

    /**
     * Makes it.
     *
     * @param mustEnd whether nothing is asked any more
     */
    Readiness(OutletHost host, BooleanSupplier mustEnd) {
        this.host = host;
        this.mustEnd = mustEnd;
    }

    /**
     * A type is hosted.
     *
     * @param locate asks the engine for the owner of a shard
     */
    void begin(String type, Supplier<CompletionStage<Node>> locate) {
        var way = new CompletableFuture<@Nullable Void>();
        ways.put(type, way);
        String ended = reason; // read after it is among the ways, which end() goes through when it has written that
        if (ended != null) {
            fail(way, ended);
        }
        look(locate, way);
    }

    private void look(Supplier<CompletionStage<Node>> locate, CompletableFuture<@Nullable Void> way) {
        if (mustEnd.getAsBoolean() || way.isDone()) {
            return;
        }
        CompletionStage<Node> answer;
        try {
            answer = locate.get();
        } catch (RuntimeException notNow) {
            host.later(() -> look(locate, way), RETRY);
            return;
        }
        var ignored = answer.whenComplete((owner, failure) -> {
            if (failure == null) {
                way.complete(null);
            } else {
                host.later(() -> look(locate, way), RETRY);
            }
        });
    }

    /** This node is no member any more. */
    void end(String why) {
        reason = why;
        ways.values().forEach(way -> fail(way, why));
    }

    private void fail(CompletableFuture<?> way, String why) {
        way.completeExceptionally(new IllegalStateException(host + " isn't ready, and won't be: " + why));
    }

    /** Whether there is a way to each type. */
    boolean isComplete() {
        return reason == null
                && ways.values().stream().allMatch(way -> way.isDone() && !way.isCompletedExceptionally());
    }

    /** Returns what completes when there is a way to each type that is hosted by now, or exceptionally when this node is no member any more. */
    CompletableFuture<Void> whenComplete() {
        String ended = reason;
        if (ended != null) {
            var failed = new CompletableFuture<Void>();
            fail(failed, ended);
            return failed;
        }
        return CompletableFuture.allOf(ways.values().toArray(CompletableFuture<?>[]::new));
    }
}
