package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a handler has finished isn't unhandled, though its stage stops in the same batch. */
class UnhandledTest extends PipelineTests {
    private static final String STOPS = "stops";

    private final Gate gate = new Gate();

    private Pipeline<Event> build(Running running, Stage<Event> stage) {
        return running.builder(scheduler)
                .capacity(16)
                .onFailure(failure -> {})
                .stage(stage.onFailure(FailurePolicy.stop()))
                .build();
    }

    private Map<String, Long> unhandled(Pipeline<Event> pipeline) throws InterruptedException {
        gate.open();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        return pipeline.close(LONG).unhandled();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountFromTheEventThatStopsTheStage(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, Stage.of(STOPS, (event, sequence, endOfBatch) -> {
            gate.pass();
            if (sequence == 5) {
                throw new IllegalStateException("enough");
            }
        }));
        pipeline.publish(value(0));
        gate.awaitEntered();
        pipeline.publishBatch(9, (event, index) -> event.value = index);
        assertThat(unhandled(pipeline)).isEqualTo(Map.of(STOPS, 5L));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotCountWhatOtherWorkersHaveFinished(Running running) throws InterruptedException {
        var others = new CountDownLatch(3);
        Pipeline<Event> pipeline = build(running, Stage.workers(STOPS, 2, worker -> (event, sequence, endOfBatch) -> {
            if (sequence == 0) {
                gate.pass();
                throw new IllegalStateException("enough");
            }
            others.countDown();
        }));
        pipeline.publish(value(0));
        gate.awaitEntered();
        pipeline.publishBatch(3, (event, index) -> event.value = index);
        others.await();
        assertThat(unhandled(pipeline)).isEqualTo(Map.of(STOPS, 1L));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotCountWhatOtherShardsHaveFinished(Running running) throws InterruptedException {
        long other = keyOfOtherShard();
        var others = new CountDownLatch(3);
        Pipeline<Event> pipeline =
                build(running, Stage.sharded(STOPS, 2, event -> event.value, shard -> (event, sequence, endOfBatch) -> {
                    if (event.value == 0) {
                        gate.pass();
                        throw new IllegalStateException("enough");
                    }
                    others.countDown();
                }));
        pipeline.publish(value(0));
        gate.awaitEntered();
        pipeline.publishBatch(6, (event, index) -> event.value = index % 2 * other);
        others.await();
        assertThat(unhandled(pipeline)).isEqualTo(Map.of(STOPS, 4L));
    }

    /** Returns a key that another shard of two has than 0. */
    private static long keyOfOtherShard() throws InterruptedException {
        Map<Long, Integer> shards = new ConcurrentHashMap<>();
        try (Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage(Stage.sharded("asked", 2, event -> event.value, shard -> (event, sequence, endOfBatch) -> {
                    shards.put(event.value, shard);
                }))
                .build()) {
            pipeline.publishBatch(64, (event, index) -> event.value = index);
        }
        Integer first = shards.get(0L);
        return shards.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(first))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
