package dev.ropewalk.cluster.node;

import dev.ropewalk.base.Failures;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.entity.SharedFuture;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether this node has a way to each type that it hosts: it asks the engine for the owner of a shard, which finds one or makes one, until it has been told once. What takes long is asked for less often, and logged once.
 *
 * <p>Why nobody waits for ever when the node ends. Who ends it writes the reason, and then goes through the ways; who begins a way puts it among them, and then reads the reason. So one of both sees the other, and fails the way: also for one that has
 * read no reason before, and finds the way only now.
 */
final class Readiness {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", Readiness.class);
    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration SLOW_RETRY = Duration.ofSeconds(2);
    private static final long LONG_NANOS = Duration.ofSeconds(10).toNanos();

    private final OutletHost host;
    private final BooleanSupplier mustEnd;
    private final Executor aside;
    private final Map<String, Way> ways;
    private volatile @Nullable String reason;

    /** What those get who ask, as long as no other type is hosted. Two that ask at one time may get two. */
    private volatile @Nullable All all;

    /** All ways that there were, and what completes when they are found. */
    private record All(List<Way> ways, CompletableFuture<Void> found) {}

    /** The way to a type. One question at a time is asked for it, and each happens before the next. */
    final class Way {
        private final String type;
        private final Supplier<CompletionStage<Node>> locate;
        private final CompletableFuture<@Nullable Void> found = new CompletableFuture<>();
        private final long began = now();
        private boolean isSlow;
        private volatile @Nullable Throwable last;

        Way(String type, Supplier<CompletionStage<Node>> locate) {
            this.type = type;
            this.locate = locate;
        }

        void look() {
            if (mustEnd.getAsBoolean() || found.isDone()) {
                return;
            }
            CompletionStage<Node> answer;
            try {
                answer = locate.get();
            } catch (Throwable notNow) {
                again(notNow);
                return;
            }
            var ignored = answer.whenComplete((owner, failure) -> {
                if (failure == null) {
                    found.complete(null);
                } else {
                    again(failure);
                }
            });
        }

        private void again(Throwable failure) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            last = cause;
            if (!isSlow && reason == null && now() - began > LONG_NANOS) {
                isSlow = true;
                boolean isLate = cause instanceof TimeoutException; // where it was thrown says nothing then
                LOG.log(
                        Level.WARNING,
                        () -> host + " isn't ready: no way to " + type + " is found: "
                                + (isLate ? cause.getMessage() : Failures.text(cause)),
                        isLate ? null : cause);
            }
            host.later(this::look, isSlow ? SLOW_RETRY : RETRY);
        }

        void fail(String why) {
            Throwable cause = last;
            String trouble = cause == null ? "" : ". No way to " + type + " was found: " + Failures.text(cause);
            found.completeExceptionally(never(why + trouble, cause));
        }

        boolean isFound() {
            return found.isDone() && !found.isCompletedExceptionally();
        }
    }

    /**
     * Makes it.
     *
     * @param mustEnd whether nothing is asked any more
     * @param aside completes what users wait for
     */
    Readiness(OutletHost host, BooleanSupplier mustEnd, Executor aside) {
        this(host, mustEnd, aside, new ConcurrentHashMap<>());
    }

    /** Makes one with a map that a test watches. */
    Readiness(OutletHost host, BooleanSupplier mustEnd, Executor aside, ConcurrentHashMap<String, Way> ways) {
        this.host = host;
        this.mustEnd = mustEnd;
        this.aside = aside;
        this.ways = ways;
    }

    private long now() {
        return host.system().scheduler().nanoTime();
    }

    /**
     * A type is hosted.
     *
     * @param type what users call it
     * @param locate asks the engine for the owner of a shard
     */
    void begin(String type, Supplier<CompletionStage<Node>> locate) {
        var way = new Way(type, locate);
        ways.put(type, way);
        String ended = reason; // read behind the put
        if (ended != null) {
            way.fail(ended);
        }
        way.look();
    }

    /** This node leaves, or is no member any more. The first reason counts. */
    void end(String why) {
        String first;
        synchronized (this) {
            if (reason == null) {
                reason = why;
            }
            first = reason;
        }
        ways.values().forEach(way -> way.fail(first));
    }

    private IllegalStateException never(String why, @Nullable Throwable cause) {
        return new IllegalStateException(host + " isn't ready, and won't be: " + why, cause);
    }

    /** Whether there is a way to each type. */
    boolean isComplete() {
        return reason == null && ways.values().stream().allMatch(Way::isFound);
    }

    /** Returns what completes when there is a way to each type that is hosted by now, or exceptionally when this node leaves or is no member any more. */
    CompletableFuture<Void> whenComplete() {
        String ended = reason;
        if (ended != null) {
            return CompletableFuture.failedFuture(never(ended, null));
        }
        List<Way> asked = List.copyOf(ways.values());
        All known = all;
        if (known == null || !known.ways().equals(asked)) {
            known = new All(asked, found(asked));
            all = known;
        }
        return known.found();
    }

    private CompletableFuture<Void> found(List<Way> asked) {
        return SharedFuture.of(
                CompletableFuture.allOf(asked.stream().map(way -> way.found).toArray(CompletableFuture<?>[]::new)),
                aside);
    }
}
