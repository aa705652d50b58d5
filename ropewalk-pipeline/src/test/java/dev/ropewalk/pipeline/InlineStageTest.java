package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stages without a thread, whose events are handled by the threads of the stages before. */
class InlineStageTest extends PipelineTests {
    private static final EventHandler<Event> NOTHING = (event, sequence, endOfBatch) -> {};

    private static Stage<Event> inline(String name, EventHandler<Event> handler) {
        return Stage.<Event>of(name, handler).waiting(WaitStrategy.inline());
    }

    @Test
    void shouldBeRunByTheStageBefore() throws InterruptedException {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        EventHandler<Event> note = (event, sequence, endOfBatch) -> threads.add(Thread.currentThread());
        try (Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", note)
                .stage(inline("second", note))
                .stage(inline("third", note))
                .build()) {
            pipeline.publish(value(1));
            Await.until("the event is handled", () -> threads.size() == 3);
        }
        assertThat(Set.copyOf(threads)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachEventOnceInOrderBehindShards(Running running) throws InterruptedException {
        checkBehind(running, builder -> builder.sharded(3, event -> event.value, _ -> NOTHING));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachEventOnceInOrderBehindWorkers(Running running) throws InterruptedException {
        checkBehind(running, builder -> builder.workers(3, _ -> NOTHING));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachEventOnceInOrderBehindStagesBesideEachOther(Running running) throws InterruptedException {
        checkBehind(running, builder -> builder.parallel(NOTHING, NOTHING));
    }

    private void checkBehind(Running running, UnaryOperator<PipelineBuilder<Event>> stages)
            throws InterruptedException {
        int events = running.events(200, 10_000);
        var inside = new AtomicInteger();
        List<Long> seen = new ArrayList<>();
        Pipeline<Event> pipeline = stages.apply(
                        running.builder(scheduler).capacity(64).singleProducer(true))
                .stage(inline("tail", (event, sequence, endOfBatch) -> {
                    assertThat(inside.incrementAndGet()).isOne();
                    seen.add(event.value);
                    inside.decrementAndGet();
                }))
                .build();
        for (long value = 0; value < events; value++) {
            pipeline.publish(value(value));
        }
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).isEqualTo(LongStream.range(0, events).boxed().toList());
        assertThat(stats(pipeline, "tail").failures()).isZero();
    }

    @Test
    void shouldHoldProducersUp() throws InterruptedException {
        var gate = new Gate();
        try (Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .capacity(2)
                .stage("first", NOTHING)
                .stage(inline("tail", gate))
                .build()) {
            pipeline.publish(value(0));
            gate.awaitEntered();
            assertThat(pipeline.tryPublish(value(1))).isTrue();
            assertThat(pipeline.tryPublish(value(2))).isFalse();
            gate.open();
            pipeline.publish(value(2));
        }
    }

    @Test
    void shouldTellOfItsLifeOnceThoughThereWasNoEvent() {
        List<String> told = new CopyOnWriteArrayList<>();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", NOTHING)
                .stage(inline("tail", new EventHandler<>() {
                    @Override
                    public void onEvent(Event event, long sequence, boolean endOfBatch) {
                        told.add("event");
                    }

                    @Override
                    public void onStart() {
                        told.add("start");
                    }

                    @Override
                    public void onStop() {
                        told.add("stop");
                    }
                }))
                .build();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(told).containsExactly("start", "stop");
    }

    @Test
    void shouldNotKeepTheClosingThreadLongerThanItWants() throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", NOTHING)
                .stage(inline("tail", new EventHandler<>() {
                    @Override
                    public void onEvent(Event event, long sequence, boolean endOfBatch) {}

                    @Override
                    public void onStop() throws InterruptedException {
                        gate.pass();
                    }
                }))
                .build();
        assertThat(pipeline.close(Duration.ofMillis(1)).stuck()).containsExactly("tail");
        gate.open();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
    }

    @Test
    void shouldTryAgainAfterAPauseWithoutHoldingTheStageBeforeUp() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        var tries = new AtomicInteger();
        var handled = new AtomicInteger();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", (event, sequence, endOfBatch) -> threads.add(Thread.currentThread()))
                .stage(inline("tail", (event, sequence, endOfBatch) -> {
                            if (tries.getAndIncrement() == 0) {
                                throw new IllegalStateException("once");
                            }
                            handled.incrementAndGet();
                        })
                        .onFailure(FailurePolicy.retry(2, Duration.ofHours(1), Duration.ofHours(1))))
                .build();
        pipeline.publish(value(0));
        Await.until("the first try has failed", () -> tries.get() == 1);
        pipeline.publish(value(1));
        Await.until("the stage before goes on", () -> stats(pipeline, "first").position() == 1);
        assertThat(pipeline.close(Duration.ofMillis(1)).isComplete()).isFalse();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(handled).hasValue(0);
    }

    @Test
    void shouldTryAgain() throws InterruptedException {
        var tries = new AtomicInteger();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", NOTHING)
                .stage(inline("tail", (event, sequence, endOfBatch) -> {
                            if (tries.getAndIncrement() == 0) {
                                throw new IllegalStateException("once");
                            }
                        })
                        .onFailure(FailurePolicy.retry(2, Duration.ofNanos(1000), Duration.ofNanos(1000))))
                .build();
        pipeline.publish(value(0));
        pipeline.publish(value(1));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(tries).hasValue(3);
        assertThat(stats(pipeline, "tail").events()).isEqualTo(2);
    }

    @Test
    void shouldJoinARunningPipelineAndLeaveIt() throws InterruptedException {
        var handled = new AtomicInteger();
        Pipeline<Event> pipeline =
                Pipeline.builder(Event::new).stage("first", NOTHING).build();
        pipeline.publish(value(0));
        pipeline.add(inline("tail", (event, sequence, endOfBatch) -> handled.incrementAndGet())
                .after("first"));
        pipeline.publish(value(1));
        Await.until("the event is handled", () -> handled.get() == 1);
        assertThat(pipeline.remove("tail")).isTrue();
        pipeline.publish(value(2));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(handled).hasValue(1);
    }

    @Test
    void shouldBeRunByPublishersIfTheStagesBeforeAreGone() throws InterruptedException {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", NOTHING)
                .stage(inline("tail", (event, sequence, endOfBatch) -> threads.add(Thread.currentThread())))
                .build();
        assertThat(pipeline.remove("first")).isTrue();
        pipeline.publish(value(1));
        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldRefuseToRemoveTheStageWhoseThreadRunsIt() throws Exception {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        var pipelines = new CompletableFuture<Pipeline<Event>>();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("first", NOTHING)
                .stage(inline("tail", (event, sequence, endOfBatch) -> {
                    try {
                        boolean ignored = pipelines.join().remove("first");
                    } catch (IllegalStateException e) {
                        thrown.add(e);
                    }
                }))
                .build();
        pipelines.complete(pipeline);
        pipeline.publish(value(1));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(thrown).singleElement().satisfies(e -> assertThat(e).hasMessageContaining("wait for itself"));
    }

    @Test
    void shouldRefuseWhatCannotBeInline() {
        PipelineBuilder<Event> builder = Pipeline.builder(Event::new);
        refuse(builder.stage(inline("first", NOTHING)), "stage first", "after no other stage");
        PipelineBuilder<Event> behind = builder.stage("first", NOTHING);
        refuse(
                behind.stage(Stage.<Event>workers("pool", 2, _ -> NOTHING).waiting(WaitStrategy.inline())),
                "stage pool has several handlers");
        refuse(behind.stage(inline("tail", NOTHING).pinnedTo(CpuSet.of(0))), "stage tail", "CPUs 0", "no thread");
        assertThatThrownBy(() -> {
                    var ignored = builder.producerWaiting(WaitStrategy.inline());
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("producer can't be inline");
        try (Pipeline<Event> pipeline = behind.build()) {
            assertThatThrownBy(() -> pipeline.add(inline("guest", NOTHING)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("stage guest");
        }
    }

    private static void refuse(PipelineBuilder<Event> builder, String... words) {
        assertThatThrownBy(() -> {
                    var ignored = builder.build();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }
}
