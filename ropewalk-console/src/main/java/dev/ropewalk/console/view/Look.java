package dev.ropewalk.console.view;

import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.observe.JvmSnapshot;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.scheduler.SchedulerStats;
import java.time.Instant;
import java.util.Map;

/**
 * What all live parts have counted, at about one moment; actors and processes not one by one.
 *
 * <p>A module that isn't there has no parts. Who goes through a map here does it by a loop: a lambda with the type of such a part would have
 * the JVM look for a class that isn't there, although nothing is in the map.
 */
record Look(
        Instant takenAt,
        long nanos,
        Map<String, SchedulerStats> schedulers,
        Map<String, ActorSystemStats> actorSystems,
        Map<String, ChannelStats> channels,
        Map<String, PipelineStats> pipelines,
        Map<String, AdmissionStats> executors,
        Map<String, AdmissionStats> limiters,
        Map<String, BudgetStats> budgets,
        Map<String, GraphSnapshot> graphRuns,
        Map<String, JournalStats> journals,
        Map<String, String> unreadable) {
    static Look take() {
        long nanos = System.nanoTime();
        var unreadable = new UnreadableParts();
        return new Look(
                Instant.now(),
                nanos,
                PartKind.SCHEDULER.snapshots(unreadable),
                PartKind.ACTOR_SYSTEM.snapshots(unreadable),
                PartKind.CHANNEL.snapshots(unreadable),
                PartKind.PIPELINE.snapshots(unreadable),
                PartKind.BOUNDED_EXECUTOR.snapshots(unreadable),
                PartKind.LIMITER.snapshots(unreadable),
                PartKind.BUDGET.snapshots(unreadable),
                PartKind.GRAPH_RUN.snapshots(unreadable),
                PartKind.JOURNAL.snapshots(unreadable),
                unreadable.failures());
    }

    /** Returns the same without process scopes, whose stacks would take long to read. */
    JvmSnapshot withoutScopes() {
        return new JvmSnapshot(
                takenAt,
                schedulers,
                actorSystems,
                Map.of(),
                channels,
                pipelines,
                executors,
                limiters,
                budgets,
                graphRuns,
                journals,
                unreadable);
    }

    double secondsSince(Look before) {
        return (nanos - before.nanos) / 1e9;
    }
}
