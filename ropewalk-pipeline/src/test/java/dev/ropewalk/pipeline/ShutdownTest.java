package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How pipelines end. */
class ShutdownTest extends PipelineTests {
    private final List<Long> seen = new CopyOnWriteArrayList<>();

    private PipelineBuilder<Event> builder(Running running) {
        return running.builder(scheduler).name("ending").capacity(16);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleWhatWasPublishedBefore(Running running) throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder(running)
                .stage("gate", gate)
                .workers(2, worker -> (event, sequence, endOfBatch) -> {})
                .then((event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
        pipeline.publishBatch(16, (event, index) -> event.value = index);
        start(gate::open);
        assertThat(pipeline.close(LONG)).isEqualTo(new PipelineCloseReport(java.util.Map.of(), 0, List.of()));
        assertThat(seen).hasSize(16);
        assertThat(pipeline.close(Duration.ZERO).isComplete()).isTrue();
        pipeline.close();
        assertThat(pipeline.failure()).isEmpty();
        assertThat(pipeline.remainingCapacity()).isEqualTo(16);
    }

    @Test
    void shouldInterruptAndNameAHandlerThatIsStuck() throws InterruptedException {
        var interrupted = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        var entered = new CountDownLatch(2);
        var polite = new AtomicReference<Thread>();
        Pipeline<Event> pipeline = builder(Running.PARKING)
                .threadFactory(task -> interruptedUntilItsEnd(task, polite))
                .stage("polite", (event, sequence, endOfBatch) -> {
                    polite.set(Thread.currentThread());
                    entered.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                })
                .parallel(
                        Stage.<Event>of("stuck", (event, sequence, endOfBatch) -> {
                                    entered.countDown();
                                    awaitUninterruptibly(leave);
                                })
                                .after(),
                        Stage.<Event>of("quick", (event, sequence, endOfBatch) -> seen.add(sequence))
                                .after())
                .build();
        pipeline.publishBatch(2, (event, index) -> event.value = index);
        Await.until("the others are at work", () -> entered.getCount() == 0);
        Await.until("the quick one is done", () -> stats(pipeline, "quick").lag() == 0);

        PipelineCloseReport report = pipeline.close(Duration.ofMillis(10));

        assertThat(report.isComplete()).isFalse();
        assertThat(report.stuck()).containsExactly("stuck");
        assertThat(report.unhandled()).containsOnlyKeys("polite", "stuck").containsEntry("polite", 2L);
        assertThat(report.unpublished()).isZero();
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        leave.countDown();
    }

    /** Returns a thread whose interrupt, if it is a certain one, takes as long as it needs to end. */
    private static Thread interruptedUntilItsEnd(Runnable task, AtomicReference<Thread> certain) {
        return new Thread(task) {
            @Override
            public void interrupt() {
                super.interrupt();
                if (equals(certain.get())) {
                    awaitEnd(this);
                }
            }
        };
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveAllClosersTheSameReport(Running running) throws Exception {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder(running).stage("gate", gate).build();
        pipeline.publish(value(1));
        gate.awaitEntered();
        List<CompletableFuture<PipelineCloseReport>> reports = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            reports.add(CompletableFuture.supplyAsync(
                    () -> pipeline.close(LONG),
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        gate.open();
        PipelineCloseReport first = reports.get(0).get(20, TimeUnit.SECONDS);
        assertThat(first.isComplete()).isTrue();
        for (CompletableFuture<PipelineCloseReport> report : reports) {
            assertThat(report.get(20, TimeUnit.SECONDS)).isSameAs(first);
        }
    }

    @Test
    void shouldCloseFromAllWorkersOfTheSchedulerThatItRunsOn() throws Exception {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder(Running.STRAND)
                .stage(Stage.<Event>of("gate", gate).waiting(WaitStrategy.parking()))
                .then((event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
        pipeline.publish(value(7));
        gate.awaitEntered();
        List<CompletableFuture<PipelineCloseReport>> reports = new CopyOnWriteArrayList<>();
        for (int i = 0; i < scheduler.workers() + 1; i++) {
            reports.add(CompletableFuture.supplyAsync(() -> pipeline.close(LONG), scheduler.newStrand()));
        }
        gate.open();
        for (CompletableFuture<PipelineCloseReport> report : reports) {
            assertThat(report.get(15, TimeUnit.SECONDS).isComplete()).isTrue();
        }
        assertThat(seen).containsExactly(7L);
    }

    @Test
    void shouldRemoveStagesFromAllWorkersOfTheSchedulerThatItRunsOn() throws Exception {
        try (Scheduler one = Scheduler.builder().workers(1).build();
                Pipeline<Event> pipeline = Pipeline.<Event>builder(Event::new)
                        .scheduler(one)
                        .stage("short", (event, sequence, endOfBatch) -> {})
                        .build()) {
            pipeline.publish(value(1));
            CompletableFuture<Boolean> removed = new CompletableFuture<>();
            one.newStrand().execute(() -> {
                try {
                    removed.complete(pipeline.remove("short"));
                } catch (InterruptedException e) {
                    removed.completeExceptionally(e);
                }
            });
            assertThat(removed.get(15, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportClaimsThatNobodyPublished(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = builder(running)
                .stage("see", (event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
        pipeline.publish(value(1));
        Await.until("it is handled", () -> pipeline.remainingCapacity() == pipeline.capacity());
        EventClaim<Event> claim = pipeline.producer().claim(2);
        pipeline.publish(value(4));
        PipelineCloseReport report = pipeline.close(Duration.ofMillis(30));
        assertThat(report.unpublished()).isEqualTo(2);
        assertThat(report.unhandled()).containsEntry("see", 1L);
        // Whether the stage is reported as stuck depends on how soon its thread runs; that it ends doesn't.
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(seen).containsExactly(1L);
        claim.abort();
    }

    @Test
    void shouldEndWithItsScheduler() throws InterruptedException {
        Pipeline<Event> pipeline = builder(Running.STRAND)
                .stage("see", (event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
        pipeline.publish(value(1));
        Await.until("it is seen", () -> !seen.isEmpty());
        scheduler.close();
        assertThatExceptionOfType(PipelineClosedException.class).isThrownBy(() -> {
            while (true) {
                pipeline.publish(value(2));
            }
        });
        assertThat(pipeline.failure()).isPresent();
        assertThat(pipeline.close(LONG).stuck()).isEmpty();
    }

    @Test
    void shouldCloseAfterItsScheduler() throws InterruptedException {
        Pipeline<Event> pipeline = builder(Running.STRAND)
                .stage("see", (event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
        pipeline.publish(value(1));
        Await.until("it is seen", () -> !seen.isEmpty());
        scheduler.close();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartAndStopEachStageOnceWithAThreadOfItsName(Running running) {
        List<String> told = new CopyOnWriteArrayList<>();
        var threads = new CopyOnWriteArrayList<Thread>();
        Pipeline<Event> pipeline = builder(running)
                .stage("hooked", new EventHandler<>() {
                    @Override
                    public void onEvent(Event event, long sequence, boolean endOfBatch) {}

                    @Override
                    public void onStart() {
                        threads.add(Thread.currentThread());
                        told.add("start");
                    }

                    @Override
                    public void onStop() {
                        told.add("stop");
                    }
                })
                .build();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(told.isEmpty() || told.equals(List.of("start", "stop")))
                .as(told.toString())
                .isTrue();
        if (running != Running.STRAND) {
            assertThat(threads).allSatisfy(thread -> {
                assertThat(thread.getName()).startsWith("ending-");
                awaitEnd(thread);
            });
        }
    }

    @Test
    void shouldKeepTheInterruptOfTheCloser() {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder(Running.PARKING).stage("gate", gate).build();
        assertThat(pipeline.tryPublish(value(1))).isTrue();
        gate.awaitEntered();
        Thread.currentThread().interrupt();
        PipelineCloseReport report = pipeline.close(Duration.ofDays(1));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.unhandled()).containsEntry("gate", 1L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseToWaitForItself(Running running) {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        var self = new AtomicReference<Pipeline<Event>>();
        Pipeline<Event> pipeline = builder(running)
                .capacity(2)
                .onFailure(failure -> thrown.add(failure.cause()))
                .stage("selfish", (event, sequence, endOfBatch) -> {
                    Pipeline<Event> own = java.util.Objects.requireNonNull(self.get());
                    switch ((int) event.value) {
                        case 0 -> own.close();
                        case 1 -> own.remove("selfish");
                        case 2 -> {
                            own.publish(value(9));
                            own.publish(value(9));
                        }
                        case 3 -> own.producer().claim(2).abort();
                        case 4 -> own.publishBatch(2, (other, index) -> other.value = 9);
                        default -> seen.add(event.value);
                    }
                })
                .build();
        self.set(pipeline);
        for (int trick = 0; trick < 5; trick++) {
            int tricks = trick + 1;
            long value = trick;
            Await.until("it is published", () -> pipeline.tryPublish(value(value)));
            Await.until("trick " + trick + " was refused", () -> thrown.size() == tricks);
        }
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(9L);
        assertThat(thrown)
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("handler of stage selfish would wait for itself"));
    }
}
