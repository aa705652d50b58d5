package dev.ropewalk.observe;

import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.scheduler.SchedulerStats;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * All parts that live in this JVM, at about one moment: each is asked after the other while they go on. A map has the parts of
 * one kind by their names, in the order in which they were made, as their {@code live()} has them. It is empty where the module of a
 * kind isn't there.
 *
 * <p>To take one costs what the parts' own snapshots cost. Of process scopes these hold the stacks of all processes.
 *
 * {@snippet class="dev.ropewalk.observe.snippets.ObserveSnippets" region="snapshot" :
 * JvmSnapshot snapshot = JvmSnapshot.take();
 * snapshot.pipelines().forEach((name, pipeline) -> log(name + " " + pipeline));
 * }
 *
 * @param takenAt when it was begun
 * @param schedulers all schedulers
 * @param actorSystems all actor systems
 * @param scopes all process scopes, those within others, too
 * @param channels all channels with a name
 * @param pipelines all pipelines
 * @param executors all bounded executors
 * @param limiters all limiters
 * @param budgets all budgets
 * @param graphRuns all runs of graphs that haven't ended
 * @param journals all open journals, by their directories
 * @param clusters all clusters that this JVM is in
 * @param pinnedThreads all threads that are pinned, and to which CPUs
 * @param unreadable what failed when it was asked, with the failure: a part by its kind and name, as in {@code Journal orders}, or
 *     a kind whose parts couldn't be listed
 */
public record JvmSnapshot(
        Instant takenAt,
        Map<String, SchedulerStats> schedulers,
        Map<String, ActorSystemStats> actorSystems,
        Map<String, ScopeSnapshot> scopes,
        Map<String, ChannelStats> channels,
        Map<String, PipelineStats> pipelines,
        Map<String, AdmissionStats> executors,
        Map<String, AdmissionStats> limiters,
        Map<String, BudgetStats> budgets,
        Map<String, GraphSnapshot> graphRuns,
        Map<String, JournalStats> journals,
        Map<String, ClusterSnapshot> clusters,
        Map<String, CpuSet> pinnedThreads,
        Map<String, String> unreadable) {
    /** Copies the maps. */
    public JvmSnapshot {
        Objects.requireNonNull(takenAt, "takenAt");
        schedulers = copy(schedulers, "schedulers");
        actorSystems = copy(actorSystems, "actorSystems");
        scopes = copy(scopes, "scopes");
        channels = copy(channels, "channels");
        pipelines = copy(pipelines, "pipelines");
        executors = copy(executors, "executors");
        limiters = copy(limiters, "limiters");
        budgets = copy(budgets, "budgets");
        graphRuns = copy(graphRuns, "graphRuns");
        journals = copy(journals, "journals");
        clusters = copy(clusters, "clusters");
        pinnedThreads = copy(pinnedThreads, "pinnedThreads");
        unreadable = copy(unreadable, "unreadable");
    }

    private static <V> Map<String, V> copy(Map<String, V> map, String name) {
        Objects.requireNonNull(map, name).forEach((key, value) -> {
            Objects.requireNonNull(key, () -> "null in " + name);
            Objects.requireNonNull(value, () -> "null in " + name);
        });
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Returns what all live parts are like now. A part that fails when it is asked is named, and the others are there. */
    public static JvmSnapshot take() {
        Instant now = Instant.now();
        var unreadable = new UnreadableParts();
        return new JvmSnapshot(
                now,
                PartKind.SCHEDULER.snapshots(unreadable),
                PartKind.ACTOR_SYSTEM.snapshots(unreadable),
                PartKind.PROCESS_SCOPE.snapshots(unreadable),
                PartKind.CHANNEL.snapshots(unreadable),
                PartKind.PIPELINE.snapshots(unreadable),
                PartKind.BOUNDED_EXECUTOR.snapshots(unreadable),
                PartKind.LIMITER.snapshots(unreadable),
                PartKind.BUDGET.snapshots(unreadable),
                PartKind.GRAPH_RUN.snapshots(unreadable),
                PartKind.JOURNAL.snapshots(unreadable),
                PartKind.CLUSTER.snapshots(unreadable),
                PartKind.PINNED_THREAD.snapshots(unreadable),
                unreadable.failures());
    }
}
