package dev.ropewalk.observe.jmx;

import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.PartReference;
import dev.ropewalk.observe.part.UnreadableParts;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The beans of a kind of parts. What they show is looked up only once there is a part, for else the module may be missing.
 *
 * @param <S> what a snapshot of such a part is
 */
final class BeanKind<S> {
    private static final List<BeanKind<?>> ALL = List.of(
            new BeanKind<>(PartKind.SCHEDULER, () -> BeanView.of(SchedulerStats.class)),
            new BeanKind<>(PartKind.ACTOR_SYSTEM, () -> BeanView.of(ActorSystemStats.class)),
            new BeanKind<>(PartKind.PROCESS_SCOPE, () -> BeanView.of(ScopeView.class, ScopeView::of)),
            new BeanKind<>(PartKind.CHANNEL, () -> BeanView.of(ChannelStats.class)),
            new BeanKind<>(PartKind.PIPELINE, () -> BeanView.of(PipelineStats.class)),
            new BeanKind<>(PartKind.BOUNDED_EXECUTOR, () -> BeanView.of(AdmissionView.class, AdmissionView::of)),
            new BeanKind<>(PartKind.LIMITER, () -> BeanView.of(AdmissionView.class, AdmissionView::of)),
            new BeanKind<>(PartKind.BUDGET, () -> BeanView.of(BudgetView.class, BudgetView::of)),
            new BeanKind<>(PartKind.GRAPH_RUN, () -> BeanView.of(GraphSnapshot.class)),
            new BeanKind<>(PartKind.JOURNAL, () -> BeanView.of(JournalStats.class)),
            new BeanKind<>(PartKind.CLUSTER, () -> BeanView.of(ClusterView.class, ClusterView::of)));

    private final PartKind<S> kind;
    private final Supplier<BeanView<S>> view;

    private BeanKind(PartKind<S> kind, Supplier<BeanView<S>> view) {
        this.kind = kind;
        this.view = view;
    }

    /** Returns those of all kinds. */
    static List<BeanKind<?>> all() {
        return ALL;
    }

    /** Returns the name of the kind. */
    String name() {
        return kind.name();
    }

    /** Returns the parts that there are, by name, and how a bean of each is made. */
    Map<String, PartBean<S>> parts(UnreadableParts unreadable) {
        Map<String, PartBean<S>> parts = new LinkedHashMap<>();
        kind.references(unreadable).forEach((name, part) -> parts.put(name, new PartBean<>(part, view)));
        return parts;
    }

    /**
     * A part that may get a bean.
     *
     * @param part the part
     * @param view what the bean shows
     */
    record PartBean<S>(PartReference<?, S> part, Supplier<BeanView<S>> view) {
        /** Makes the bean. */
        RecordBean make(String description) {
            BeanView<S> shown = view.get();
            return new RecordBean(
                    shown.shape(), description, () -> shown.record().apply(part.snapshot()));
        }
    }
}
