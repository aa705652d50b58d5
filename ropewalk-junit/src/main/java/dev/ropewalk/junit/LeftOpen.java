package dev.ropewalk.junit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Looks which parts live when a test begins, and which others when it is over. */
final class LeftOpen {
    /** How long what has begun to end may take: it is waited for only where a test would fail. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long PAUSE_NANOS = 1_000_000;

    /**
     * Parts that must be closed, or come to an end.
     *
     * @param name what one is called
     * @param live lists them; it fails where their module isn't on the class path
     */
    private record Kind(String name, Supplier<Map<String, ?>> live) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("actor system", () -> ActorSystem.live()),
            new Kind("process scope", () -> ProcessScope.live()),
            new Kind("pipeline", () -> Pipeline.live()),
            new Kind("bounded executor", () -> BoundedExecutor.live()),
            new Kind("journal", () -> Journal.live()),
            new Kind("graph run", () -> GraphRun.live()),
            new Kind("scheduler", () -> Scheduler.live()));

    private final Set<Object> before = Collections.newSetFromMap(new IdentityHashMap<>());

    private LeftOpen() {}

    static LeftOpen lookBefore() {
        var look = new LeftOpen();
        for (Kind kind : KINDS) {
            look.before.addAll(live(kind).values());
        }
        return look;
    }

    /** Fails if parts have been opened since the look before, and live still. */
    void lookAfter() {
        long begin = System.nanoTime();
        List<String> left = left();
        while (!left.isEmpty() && System.nanoTime() - begin < PATIENCE.toNanos()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            left = left();
        }
        if (!left.isEmpty()) {
            throw new AssertionError("the test has left open: " + String.join(", ", left));
        }
    }

    private List<String> left() {
        List<String> left = new ArrayList<>();
        for (Kind kind : KINDS) {
            live(kind).forEach((name, part) -> {
                if (!before.contains(part)) {
                    left.add(kind.name + " " + name);
                }
            });
        }
        return left;
    }

    private static Map<String, ?> live(Kind kind) {
        try {
            return kind.live.get();
        } catch (NoClassDefFoundError notThere) {
            return Map.of();
        }
    }
}
