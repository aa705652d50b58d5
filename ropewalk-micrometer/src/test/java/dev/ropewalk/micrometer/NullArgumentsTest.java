package dev.ropewalk.micrometer;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.TaskOptions;
import dev.ropewalk.testing.NullArguments;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every public method says which of its arguments is null. */
class NullArgumentsTest {
    @TempDir
    Path directory;

    @Test
    void shouldBeNamedByBinders() throws Exception {
        Channel<String> channel = Channel.buffered(1);
        try (ActorSystem system = ActorSystem.create("nulls");
                Cluster cluster = Cluster.local(system);
                Budget budget = Budget.builder().resource("name", 1).build();
                Journal journal = Journal.open(directory);
                Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                        .stage("one", (event, sequence, endOfBatch) -> {})
                        .build();
                Scheduler scheduler = Scheduler.builder().workers(1).build();
                BoundedExecutor executor = BoundedExecutor.builder(1).build();
                RopewalkMetrics metrics = new RopewalkMetrics(Tags.empty());
                ClusterMetrics ofCluster = new ClusterMetrics(cluster, "name", Tags.empty());
                ChannelMetrics ofChannel = new ChannelMetrics(channel, "name", Tags.empty())) {
            new NullArguments()
                    .sample(ActorSystem.class, system)
                    .sample(Cluster.class, cluster)
                    .sample(Budget.class, budget)
                    .sample(Journal.class, journal)
                    .sample(Pipeline.class, pipeline)
                    .sample(Scheduler.class, scheduler)
                    .sample(BoundedExecutor.class, executor)
                    .sample(Limiter.class, Limiter.fixed(1).build())
                    .sample(MeterRegistry.class, new SimpleMeterRegistry())
                    .sample(
                            ContextSnapshotFactory.class,
                            ContextSnapshotFactory.builder().build())
                    .sample(TaskOptions.class, TaskOptions.defaults())
                    .sample(Iterable.class, Tags.empty())
                    .statics(RopewalkMetrics.class)
                    .on(RopewalkMetrics.class, metrics)
                    .on(ClusterMetrics.class, ofCluster)
                    .on(ChannelMetrics.class, ofChannel)
                    .on(ContextExecutor.class, new ContextExecutor(executor))
                    .on(ContextPropagationBuilder.class, ContextPropagation.builder())
                    .on(InContext.class, InContext.of("element", "way"))
                    .on(ContextSlot.class, new ContextSlot("way"))
                    .assertAllNamed();
        }
    }
}
