package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other tests have parts in this JVM, too. */
class JvmSnapshotTest {
    private static final String NAME = "JvmSnapshotTest";

    @Test
    void shouldShowAPartOfEachKind(@TempDir Path directory) throws InterruptedException {
        var release = new CountDownLatch(1);
        TaskGraphDraft graph = TaskGraph.draft();
        graph.run("wait", context -> release.await());
        Instant before = Instant.now();
        Limiter limiter = Limiter.fixed(7).name(NAME).build();
        Channel<String> channel = Channel.<String>builder().name(NAME).buffered(3);
        try (Scheduler scheduler = Scheduler.builder().workers(2).name(NAME).build();
                ActorSystem system = ActorSystem.create(NAME);
                Cluster cluster = Cluster.local(system);
                ProcessScope scope = ProcessScope.builder(scheduler).name(NAME).open();
                Pipeline<Object> pipeline = Pipeline.builder(Object::new)
                        .name(NAME)
                        .capacity(16)
                        .scheduler(scheduler)
                        .stage("nothing", (event, sequence, endOfBatch) -> {})
                        .build();
                BoundedExecutor executor = BoundedExecutor.builder(5).name(NAME).build();
                Budget budget = Budget.builder().name(NAME).resource("calls", 3).build();
                Journal journal = Journal.open(directory.resolve("journal"))) {
            GraphRun run = graph.build().start(GraphOptions.defaults().name(NAME));
            channel.send("element");

            JvmSnapshot snapshot = JvmSnapshot.take();

            assertThat(snapshot.takenAt()).isBetween(before, Instant.now());
            assertThat(of(snapshot.schedulers()).workers()).hasSizeGreaterThanOrEqualTo(scheduler.workers());
            assertThat(of(snapshot.actorSystems()).actors())
                    .isEqualTo(system.stats().actors());
            assertThat(of(snapshot.scopes()).name()).isEqualTo(scope.name());
            assertThat(of(snapshot.channels())).isEqualTo(channel.stats());
            assertThat(of(snapshot.pipelines()).capacity())
                    .isEqualTo(pipeline.stats().capacity());
            assertThat(of(snapshot.executors()).limit())
                    .isEqualTo(executor.stats().limit());
            assertThat(of(snapshot.limiters()).limit())
                    .isEqualTo(limiter.stats().limit());
            assertThat(of(snapshot.budgets()).resources())
                    .isEqualTo(budget.stats().resources());
            assertThat(of(snapshot.graphRuns()).actions()).isOne();
            assertThat(snapshot.journals()).containsValue(journal.stats());
            assertThat(of(snapshot.clusters())).isEqualTo(cluster.snapshot());
            assertThat(snapshot.unreadable()).isEmpty();
            release.countDown();
            run.join();
        }
        assertThat(JvmSnapshot.take().schedulers()).doesNotContainKey(NAME);
    }

    private static <S> S of(Map<String, S> parts) {
        assertThat(parts).containsKey(NAME);
        return Objects.requireNonNull(parts.get(NAME));
    }

    @Test
    void shouldShowPinnedThreads() {
        assumeThat(CpuPinning.unavailableReason()).isEmpty();
        try (CpuPinning pinning = CpuPinning.pin(CpuTopology.detect().allowed())) {
            assertThat(JvmSnapshot.take().pinnedThreads())
                    .containsEntry(Thread.currentThread().getName(), pinning.cpus());
        }
        assertThat(JvmSnapshot.take().pinnedThreads())
                .doesNotContainKey(Thread.currentThread().getName());
    }

    @Test
    void shouldNotChange() {
        JvmSnapshot snapshot = JvmSnapshot.take();

        assertThat(snapshot.schedulers()).isUnmodifiable();
        assertThat(snapshot.unreadable()).isUnmodifiable();
    }
}
