package dev.ropewalk.observe.part;

import dev.ropewalk.actor.ActorDetails;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.WaiterSnapshot;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.task.BoundedExecutor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kind of parts. This is the one place that finds out which modules are there: all are optional, and what lacks one has no parts
 * of its kinds.
 *
 * <p>Why a missing module does no harm. The names of its classes stand in types here, which the JVM doesn't look up, and in method
 * references, which it links when they are first evaluated. They are evaluated by suppliers that are asked only after the
 * class was found. A module that lacks what it needs itself is unreadable.
 *
 * <p>A kind is found when it is first asked for. What fails then may be better the next time, such as a lack of memory or of stack, and is
 * tried again: that can be done by several threads at once, and all find the same.
 *
 * @param <S> what a snapshot of such a part is
 */
public final class PartKind<S> {
    /** Schedulers. */
    public static final PartKind<SchedulerStats> SCHEDULER =
            new PartKind<>("scheduler", "Scheduler", () -> new LiveParts<>(Scheduler::live, Scheduler::stats));

    /** Actor systems. */
    public static final PartKind<ActorSystemStats> ACTOR_SYSTEM =
            new PartKind<>("actor", "ActorSystem", () -> new LiveParts<>(ActorSystem::live, ActorSystem::stats));

    /** Actor systems once more, each with its tree of actors, which takes longer than the figures. */
    public static final PartKind<ActorSnapshot> ACTOR_TREE =
            new PartKind<>("actor", "ActorSystem", () -> new LiveParts<>(ActorSystem::live, ActorSystem::snapshot));

    /** Actor systems once more: each tells what is known of the actor with a path. */
    public static final PartKind<Function<String, Optional<ActorDetails>>> ACTOR_DETAILS =
            new PartKind<>("actor", "ActorSystem", () -> new LiveParts<>(ActorSystem::live, system -> system::details));

    /** Actor systems once more, each with which of its actors waits for room in which mailbox. */
    public static final PartKind<List<MailboxWait>> MAILBOX_WAITS =
            new PartKind<>("actor", "ActorSystem", () -> new LiveParts<>(ActorSystem::live, ActorSystem::mailboxWaits));

    /** Process scopes. */
    public static final PartKind<ScopeSnapshot> PROCESS_SCOPE = new PartKind<>(
            "channel", "ProcessScope", () -> new LiveParts<>(ProcessScope::live, ProcessScope::snapshot));

    /** Channels with a name. */
    public static final PartKind<ChannelStats> CHANNEL =
            new PartKind<>("channel", "Channel", () -> new LiveParts<>(Channel::live, Channel::stats));

    /** Pipelines. */
    public static final PartKind<PipelineStats> PIPELINE =
            new PartKind<>("pipeline", "Pipeline", () -> new LiveParts<>(Pipeline::live, Pipeline::stats));

    /** Bounded executors. */
    public static final PartKind<AdmissionStats> BOUNDED_EXECUTOR = new PartKind<>(
            "task", "BoundedExecutor", () -> new LiveParts<>(BoundedExecutor::live, BoundedExecutor::stats));

    /** Limiters. */
    public static final PartKind<AdmissionStats> LIMITER =
            new PartKind<>("limit", "Limiter", () -> new LiveParts<>(Limiter::live, Limiter::stats));

    /** Budgets. */
    public static final PartKind<BudgetStats> BUDGET =
            new PartKind<>("limit", "Budget", () -> new LiveParts<>(Budget::live, Budget::stats));

    /** Limiters once more, each with who waits there. */
    public static final PartKind<List<WaiterSnapshot>> LIMITER_WAITERS =
            new PartKind<>("limit", "Limiter", () -> new LiveParts<>(Limiter::live, Limiter::waiters));

    /** Budgets once more, each with who waits there. */
    public static final PartKind<List<WaiterSnapshot>> BUDGET_WAITERS =
            new PartKind<>("limit", "Budget", () -> new LiveParts<>(Budget::live, Budget::waiters));

    /** Runs of graphs. */
    public static final PartKind<GraphSnapshot> GRAPH_RUN =
            new PartKind<>("graph", "GraphRun", () -> new LiveParts<>(GraphRun::live, GraphRun::snapshot));

    /** Runs of graphs once more: those that are traced have a timeline. */
    public static final PartKind<Optional<GraphTimeline>> GRAPH_TIMELINE =
            new PartKind<>("graph", "GraphRun", () -> new LiveParts<>(GraphRun::live, GraphRun::timeline));

    /** Journals. */
    public static final PartKind<JournalStats> JOURNAL =
            new PartKind<>("journal", "Journal", () -> new LiveParts<>(Journal::live, Journal::stats));

    /** Journals once more, each with where its named cursors resume, for which files are read. */
    public static final PartKind<SortedMap<String, Long>> JOURNAL_CURSORS =
            new PartKind<>("journal", "Journal", () -> new LiveParts<>(Journal::live, Journal::cursorIndexes));

    /** Clusters. */
    public static final PartKind<ClusterSnapshot> CLUSTER =
            new PartKind<>("cluster", "Cluster", () -> new LiveParts<>(Cluster::live, Cluster::snapshot));

    /** Pinned threads by their names, each with its CPUs. */
    public static final PartKind<CpuSet> PINNED_THREAD =
            new PartKind<>("cpu", "CpuPinning", () -> new LiveParts<>(CpuPinning::live, CpuPinning::cpus));

    private final String name;
    private final String type;
    private final Supplier<LiveParts<?, S>> ifPresent;

    /** How they are found, once that is known. */
    private volatile @Nullable LiveParts<?, S> found;

    PartKind(String module, String name, Supplier<LiveParts<?, S>> ifPresent) {
        this.name = name;
        this.type = "dev.ropewalk." + module + "." + name;
        this.ifPresent = ifPresent;
    }

    private LiveParts<?, S> parts() {
        LiveParts<?, S> known = found;
        if (known == null) {
            try {
                known = find();
                found = known;
            } catch (Error passing) {
                return LiveParts.unlisted(passing);
            }
        }
        return known;
    }

    private LiveParts<?, S> find() {
        try {
            Class.forName(type, false, PartKind.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            return LiveParts.none();
        }
        return ifPresent.get();
    }

    /** Returns the name of the type of the parts. */
    public String name() {
        return name;
    }

    /** Returns the snapshots of all live parts by name, in order, and notes what fails. */
    public Map<String, S> snapshots(UnreadableParts unreadable) {
        return parts().snapshots(name, unreadable);
    }

    /** Returns all live parts by name, in order, without asking them. Notes if they can't be listed. */
    public Map<String, PartReference<?, S>> references(UnreadableParts unreadable) {
        return parts().references(name, unreadable);
    }
}
