package dev.ropewalk.micrometer;

import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.OwnMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;

/** What the binders of single parts have in common. */
abstract sealed class PartMetrics<P> implements MeterBinder, AutoCloseable
        permits ActorSystemMetrics,
                BoundedExecutorMetrics,
                BudgetMetrics,
                ChannelMetrics,
                ClusterMetrics,
                JournalMetrics,
                LimiterMetrics,
                PipelineMetrics,
                SchedulerMetrics {
    final OwnMeters<P> meters;

    PartMetrics(Kind<P, ?> kind, P part, String name, Iterable<Tag> tags) {
        meters = new OwnMeters<>(kind, part, name, tags);
    }

    /**
     * Registers the meters of the part, unless it has them in that registry already or is gone.
     *
     * @throws IllegalArgumentException if another live part of its kind has that name and those tags there
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        meters.bindTo(registry);
    }

    /** Removes the meters from the registries to which they were bound. The part goes on. */
    @Override
    public void close() {
        meters.remove();
    }
}
