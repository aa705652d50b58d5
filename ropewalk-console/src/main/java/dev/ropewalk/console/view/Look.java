package dev.ropewalk.console.view;

import dev.ropewalk.observe.JvmSnapshot;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import java.time.Instant;
import java.util.Map;

/**
 * What all live parts have counted, at about one moment; actors and processes not one by one.
 *
 * <p>A module that isn't there has no parts. Who goes through a map of parts does it by a loop: a lambda with the type of such a part would have
 * the JVM look for a class that isn't there, although nothing is in the map.
 *
 * @param nanos when it was begun, by {@link System#nanoTime}
 * @param parts all but the process scopes, whose stacks would take long to read
 */
record Look(long nanos, JvmSnapshot parts) {
    static Look take() {
        long nanos = System.nanoTime();
        Instant now = Instant.now();
        var unreadable = new UnreadableParts();
        return new Look(
                nanos,
                new JvmSnapshot(
                        now,
                        PartKind.SCHEDULER.snapshots(unreadable),
                        PartKind.ACTOR_SYSTEM.snapshots(unreadable),
                        Map.of(),
                        PartKind.CHANNEL.snapshots(unreadable),
                        PartKind.PIPELINE.snapshots(unreadable),
                        PartKind.BOUNDED_EXECUTOR.snapshots(unreadable),
                        PartKind.LIMITER.snapshots(unreadable),
                        PartKind.BUDGET.snapshots(unreadable),
                        PartKind.GRAPH_RUN.snapshots(unreadable),
                        PartKind.JOURNAL.snapshots(unreadable),
                        PartKind.CLUSTER.snapshots(unreadable),
                        PartKind.PINNED_THREAD.snapshots(unreadable),
                        unreadable.failures()));
    }

    double secondsSince(Look before) {
        return (nanos - before.nanos) / 1e9;
    }
}
