package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a pipeline does with events, however its stages run. */
class PipelineTest {
    private static final int EVENTS = 10_000;
    private static final int SAMPLE = 1_000;

    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassEachEventThroughAllStagesInOrder(Running running) throws InterruptedException {
        int events = running.events(SAMPLE, EVENTS);
        List<Long> seen = new ArrayList<>();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(64)
                .singleProducer(true)
                .stage("first", (event, sequence, endOfBatch) -> event.value *= 2)
                .parallel((event, sequence, endOfBatch) -> {}, (event, sequence, endOfBatch) -> event.key++)
                .then((event, sequence, endOfBatch) -> seen.add(event.value + event.key))
                .build()) {
            for (int i = 0; i < events; i++) {
                long value = i;
                pipeline.publish((event, sequence) -> {
                    event.value = value;
                    event.key = 0;
                });
            }
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        }
        assertThat(seen)
                .isEqualTo(
                        LongStream.range(0, events).map(i -> 2 * i + 1).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachEventOnceInShardsAndWorkers(Running running) throws InterruptedException {
        int events = running.events(SAMPLE, EVENTS);
        var sharded = new AtomicLong();
        var worked = new AtomicLong();
        var last = new AtomicLong();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(64)
                .sharded(3, Event::key, shard -> (event, sequence, endOfBatch) -> sharded.addAndGet(event.value))
                .workers(3, worker -> (event, sequence, endOfBatch) -> worked.addAndGet(event.value))
                .then((event, sequence, endOfBatch) -> last.addAndGet(event.value))
                .build()) {
            for (int i = 0; i < events; i++) {
                int value = i;
                pipeline.publish((event, sequence) -> {
                    event.value = value;
                    event.key = value % 17;
                });
            }
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        }
        long sum = (long) events * (events - 1) / 2;
        assertThat(sharded).hasValue(sum);
        assertThat(worked).hasValue(sum);
        assertThat(last).hasValue(sum);
    }
}
