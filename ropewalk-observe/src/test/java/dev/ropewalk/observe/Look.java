package dev.ropewalk.observe;

import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.WorkerStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A look at all parts, made by hand. */
final class Look {
    final Map<String, SchedulerStats> schedulers = new LinkedHashMap<>();
    final Map<String, ActorSystemStats> actorSystems = new LinkedHashMap<>();
    final Map<String, ScopeSnapshot> scopes = new LinkedHashMap<>();
    final Map<String, ChannelStats> channels = new LinkedHashMap<>();
    final Map<String, PipelineStats> pipelines = new LinkedHashMap<>();
    final Map<String, AdmissionStats> executors = new LinkedHashMap<>();
    final Map<String, AdmissionStats> limiters = new LinkedHashMap<>();
    final Map<String, BudgetStats> budgets = new LinkedHashMap<>();
    final Map<String, GraphSnapshot> graphRuns = new LinkedHashMap<>();
    final Map<String, JournalStats> journals = new LinkedHashMap<>();
    final Map<String, ClusterSnapshot> clusters = new LinkedHashMap<>();
    final Map<String, CpuSet> pinnedThreads = new LinkedHashMap<>();
    final Map<String, String> unreadable = new LinkedHashMap<>();

    JvmSnapshot at(long second) {
        return new JvmSnapshot(
                Instant.ofEpochSecond(second),
                schedulers,
                actorSystems,
                scopes,
                channels,
                pipelines,
                executors,
                limiters,
                budgets,
                graphRuns,
                journals,
                clusters,
                pinnedThreads,
                unreadable);
    }

    Look scheduler(long tasks, long queued, long starvationEvents, long longTasks) {
        var worker = new WorkerStats(0, tasks, tasks, 0, List.of(), 0, 0, 0, queued, 0);
        schedulers.put("main", new SchedulerStats(List.of(worker), starvationEvents, longTasks, 1));
        return this;
    }

    /** A scheduler whose workers have run and keep what is given: pairs of tasks and queued. */
    Look workers(int blocked, long... tasksAndQueued) {
        List<WorkerStats> workers = new ArrayList<>();
        for (int i = 0; i < tasksAndQueued.length; i += 2) {
            workers.add(new WorkerStats(
                    i / 2, tasksAndQueued[i], tasksAndQueued[i], 0, List.of(), 0, 0, 0, tasksAndQueued[i + 1], 0));
        }
        schedulers.put("main", new SchedulerStats(workers, 0, 0, blocked));
        return this;
    }

    Look pinned(String thread, int... cpus) {
        pinnedThreads.put(thread, CpuSet.of(cpus));
        return this;
    }

    Look moves(long runs, long steals, long rehomed) {
        var worker = new WorkerStats(0, runs, runs, 0, List.of(0L, steals), rehomed, 0, 0, 0, 0);
        schedulers.put("main", new SchedulerStats(List.of(worker), 0, 0, 0));
        return this;
    }

    Look received(int depth, long receives, int waitingReceivers) {
        channels.put("orders", new ChannelStats("orders", depth, 99, receives, 0, 0, 0, waitingReceivers, false));
        return this;
    }

    Look sent(int depth, long sends, long receives) {
        channels.put("orders", new ChannelStats("orders", depth, sends, receives, 0, 0, 0, 0, false));
        return this;
    }

    Look forces(long forces, Duration took) {
        journals.put("/orders", new JournalStats(0, 0, 0, 0, 9, 9, false, forces, took.toNanos(), took.toNanos()));
        return this;
    }

    Look actors(long waiting, long failures, long restarts, long dropped) {
        actorSystems.put("shop", new ActorSystemStats(3, waiting, 99, failures, restarts, dropped, 0, List.of()));
        return this;
    }

    Look deadLetters(long deadLetters) {
        actorSystems.put("shop", new ActorSystemStats(3, 0, 99, 0, 0, 0, deadLetters, List.of()));
        return this;
    }

    Look scope(ProcessSnapshot owner, ProcessSnapshot... processes) {
        scopes.put("job", new ScopeSnapshot("job", owner, List.of(processes), List.of()));
        return this;
    }

    static ProcessSnapshot waits(String name, String operation, int seconds) {
        return new ProcessSnapshot(
                name,
                ProcessState.RUNNING,
                operation,
                List.of(),
                Optional.of(Duration.ofSeconds(seconds)),
                List.of(),
                List.of());
    }

    static ProcessSnapshot runs(String name) {
        return new ProcessSnapshot(name, ProcessState.RUNNING, "", List.of(), Optional.empty(), List.of(), List.of());
    }

    Look channel(int depth, int waitingSenders, long undelivered) {
        channels.put("orders", new ChannelStats("orders", depth, 99, 0, undelivered, 0, waitingSenders, 0, false));
        return this;
    }

    Look pipeline(long claimed, long remaining, Map<String, StageStats> stages) {
        pipelines.put("ring", new PipelineStats(64, remaining, claimed, 0, stages));
        return this;
    }

    static StageStats stage(long position, long lag, long dropped) {
        return new StageStats(position, lag, 99, 9, 9, 0, dropped, dropped);
    }

    static AdmissionStats admission(long limit, long waiting, long admitted, long rejected) {
        return new AdmissionStats(
                "name",
                limit,
                1,
                waiting,
                admitted,
                rejected,
                0,
                0,
                Limiter.fixed(1).build().stats().waits());
    }

    Look executor(AdmissionStats stats) {
        executors.put("pages", stats);
        return this;
    }

    Look limiter(AdmissionStats stats) {
        limiters.put("database", stats);
        return this;
    }

    Look budget(BudgetStats stats) {
        budgets.put("memory", stats);
        return this;
    }

    Look journal(long end, long durable, boolean isPoisoned) {
        journals.put("/orders", new JournalStats(0, 0, 0, 0, end, durable, isPoisoned, 0, 0, 0));
        return this;
    }

    Look cluster(ClusterSnapshot snapshot) {
        clusters.put("shop", snapshot);
        return this;
    }
}
