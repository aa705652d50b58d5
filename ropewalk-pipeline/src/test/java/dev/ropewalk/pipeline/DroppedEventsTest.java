package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What has failed in a stage isn't handled by those behind it. */
class DroppedEventsTest extends PipelineTests {
    private static final int EVENTS = 300;

    private static EventHandler<Event> failing() {
        return (event, sequence, endOfBatch) -> {
            if (event.value % 3 == 1) {
                throw new IllegalStateException("no " + event.value);
            }
        };
    }

    private static List<Long> good() {
        return LongStream.range(0, EVENTS)
                .filter(value -> value % 3 != 1)
                .boxed()
                .toList();
    }

    private static void publishAll(Pipeline<Event> pipeline) throws InterruptedException {
        for (int i = 0; i < EVENTS; i++) {
            pipeline.publish((event, sequence) -> event.value = sequence);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeSkippedByAllStagesBehindAndByNoneBeside(Running running) throws InterruptedException {
        var beside = new ConcurrentSkipListSet<Long>();
        var plain = new ConcurrentSkipListSet<Long>();
        var sharded = new ConcurrentSkipListSet<Long>();
        var pooled = new ConcurrentSkipListSet<Long>();
        var last = new ConcurrentSkipListSet<Long>();
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(8)
                .onFailure(failure -> {})
                .stage("bad", failing())
                .parallel(
                        Stage.<Event>of("beside", (event, sequence, endOfBatch) -> beside.add(sequence))
                                .after(),
                        Stage.<Event>of("plain", (event, sequence, endOfBatch) -> plain.add(sequence))
                                .after("bad"),
                        Stage.<Event>sharded(
                                        "sharded",
                                        2,
                                        Event::value,
                                        shard -> (event, sequence, endOfBatch) -> sharded.add(sequence))
                                .after("bad"),
                        Stage.<Event>workers(
                                        "pooled", 2, worker -> (event, sequence, endOfBatch) -> pooled.add(sequence))
                                .after("bad"))
                .then((event, sequence, endOfBatch) -> last.add(sequence))
                .build();
        publishAll(pipeline);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(beside).hasSize(EVENTS);
        assertThat(plain).containsExactlyElementsOf(good());
        assertThat(sharded).containsExactlyElementsOf(good());
        assertThat(pooled).containsExactlyElementsOf(good());
        assertThat(last).containsExactlyElementsOf(good());
        assertThat(stats(pipeline, "bad").dropped()).isEqualTo(EVENTS - good().size());
        assertThat(stats(pipeline, "plain").dropped()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldStillBeSkippedWhenTheStageIsGone(Running running) throws InterruptedException {
        var gate = new Gate();
        List<Long> seen = new CopyOnWriteArrayList<>();
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(16)
                .onFailure(failure -> {})
                .stage("bad", failing())
                .stage(Stage.<Event>of("behind", (event, sequence, endOfBatch) -> {
                            gate.pass();
                            seen.add(event.value);
                        })
                        .maxBatch(1))
                .build();
        pipeline.publishBatch(6, (event, index) -> event.value = index);
        gate.awaitEntered();
        Await.until("the first stage is done", () -> stats(pipeline, "bad").lag() == 0);
        assertThat(pipeline.remove("bad")).isTrue();
        pipeline.publishBatch(6, (event, index) -> event.value = 100L + index);
        gate.open();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(0L, 2L, 3L, 5L, 100L, 101L, 102L, 103L, 104L, 105L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeSkippedByAPoller(Running running) throws Exception {
        List<String> seen = new ArrayList<>();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                        .onFailure(failure -> {})
                        .stage("bad", failing())
                        .build();
                Poller<Event> poller = pipeline.poller("poller", "bad")) {
            pipeline.publishBatch(5, (event, index) -> event.value = index);
            Await.until("the stage is done", () -> stats(pipeline, "bad").lag() == 0);
            assertThat(poller.poll(5, (event, sequence, end) -> seen.add(sequence + (end ? "!" : ""))))
                    .isEqualTo(3);
            assertThat(seen).containsExactly("0", "2", "3!");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBePassedOnIfItSucceedsWhenItsBatchIsRewoundForAnother(Running running) throws InterruptedException {
        var gate = new Gate();
        List<Long> seen = new CopyOnWriteArrayList<>();
        var triesOfOne = new AtomicInteger();
        var triesOfTwo = new AtomicInteger();
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(16)
                .onFailure(failure -> {})
                .stage(Stage.<Event>of("first", gate).maxBatch(8))
                .stage(Stage.<Event>of("rewinding", (event, sequence, endOfBatch) -> {
                            if ((sequence == 1 && triesOfOne.incrementAndGet() <= 2)
                                    || (sequence == 2 && triesOfTwo.incrementAndGet() <= 1)) {
                                throw new IllegalStateException("not yet");
                            }
                        })
                        .maxBatch(8)
                        .onFailure(FailurePolicy.rewind(1, Duration.ZERO, Duration.ZERO)))
                .then((event, sequence, endOfBatch) -> seen.add(sequence))
                .build();
        pipeline.publish(value(0));
        gate.awaitEntered();
        pipeline.publishBatch(3, (event, index) -> event.value = 1L + index);
        gate.open();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(triesOfOne).hasValue(3);
        assertThat(seen).containsExactly(0L, 1L, 2L, 3L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotCountAsUnhandledBehind(Running running) throws Exception {
        var gate = new Gate();
        Pipeline<Event> pipeline = running.builder(scheduler)
                .onFailure(failure -> {})
                .stage("bad", failing())
                .stage(Stage.<Event>of("gate", gate).maxBatch(1))
                .then((event, sequence, endOfBatch) -> {})
                .build();
        pipeline.publishBatch(5, (event, index) -> event.value = index);
        gate.awaitEntered();
        Await.until("the first stage is done", () -> stats(pipeline, "bad").lag() == 0);
        var report = new CompletableFuture<PipelineCloseReport>();
        start(() -> report.complete(pipeline.close(Duration.ZERO)));
        assertThat(report.get(20, TimeUnit.SECONDS).unhandled())
                .containsEntry("stage-3", 3L)
                .doesNotContainKey("bad");
        gate.open();
    }
}
