package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** On which threads stages run. */
class StageThreadsTest extends PipelineTests {
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final EventHandler<Event> noteThread = (event, sequence, endOfBatch) -> threads.add(Thread.currentThread());

    @Test
    void shouldRunOnVirtualThreads() throws InterruptedException {
        for (var factory : List.of(Thread.ofVirtual().factory(), scheduler.threadFactory())) {
            threads.clear();
            Pipeline<Event> pipeline = Pipeline.<Event>builder(Event::new)
                    .capacity(2)
                    .threadFactory(factory)
                    .stage("first", noteThread)
                    .workers(2, worker -> noteThread)
                    .build();
            for (int i = 0; i < 100; i++) {
                pipeline.publish(value(i));
            }
            assertThat(pipeline.close(LONG).isComplete()).isTrue();
            assertThat(threads).hasSize(200).allMatch(Thread::isVirtual);
        }
    }

    @Test
    void shouldBuildFromTheOnlyWorkerThatItsThreadsRunOn() throws Exception {
        try (Scheduler one = Scheduler.builder().workers(1).build()) {
            CompletableFuture<Pipeline<Event>> built = CompletableFuture.supplyAsync(
                    () -> Pipeline.<Event>builder(Event::new)
                            .threadFactory(one.threadFactory())
                            .stage("light", noteThread)
                            .build(),
                    one.newStrand());
            try (Pipeline<Event> pipeline = built.get(20, TimeUnit.SECONDS)) {
                pipeline.publish(value(1));
                Await.until("it is handled", () -> threads.size() == 1);
            }
        }
    }

    @Test
    void shouldKeepTheJvmAliveUnlessAskedOtherwise() throws InterruptedException {
        for (boolean daemon : List.of(false, true)) {
            threads.clear();
            PipelineBuilder<Event> builder = Pipeline.<Event>builder(Event::new).stage("light", noteThread);
            Pipeline<Event> pipeline = daemon ? builder.daemon(true).build() : builder.build();
            pipeline.publish(value(1));
            assertThat(pipeline.awaitTermination(Duration.ZERO)).isFalse();
            assertThat(pipeline.close(LONG).isComplete()).isTrue();
            assertThat(pipeline.awaitTermination(LONG)).isTrue();
            assertThat(threads)
                    .singleElement()
                    .satisfies(thread -> assertThat(thread.isDaemon()).isEqualTo(daemon));
        }
    }

    @Test
    void shouldKeepThreadsOnTheirCpus() throws InterruptedException {
        assumeTrue(CpuPinning.unavailableReason().isEmpty(), "threads can't be pinned here");
        int cpu = CpuTopology.detect().allowed().first();
        CpuSet first = CpuSet.of(cpu);
        List<Integer> pinned = new CopyOnWriteArrayList<>();
        Pipeline<Event> pipeline = Pipeline.<Event>builder(Event::new)
                .stage(Stage.<Event>workers(
                                "pinned",
                                2,
                                worker -> (event, sequence, endOfBatch) -> pinned.add(CpuTopology.currentCpu()))
                        .pinnedTo(first, first))
                .build();
        pipeline.publish(value(1));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(pinned).containsExactly(cpu);
    }
}
