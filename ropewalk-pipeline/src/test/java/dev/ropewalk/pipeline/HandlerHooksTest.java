package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a handler is told of its batches and of its own life. */
class HandlerHooksTest extends PipelineTests {
    /** Writes down what it is told; the first event is held up until the test has published the rest. */
    private static final class Recorder implements EventHandler<Event> {
        final List<String> told = new ArrayList<>();
        final Gate gate = new Gate();

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) throws InterruptedException {
            if (sequence == 0) {
                gate.pass();
            }
            told.add(event.value + (endOfBatch ? "!" : ""));
        }

        @Override
        public void onBatchStart(long size) {
            told.add("[" + size);
        }

        @Override
        public void onBatchEnd() {
            told.add("]");
        }

        @Override
        public void onStart() {
            told.add("start");
        }

        @Override
        public void onStop() {
            told.add("stop");
        }
    }

    private final Recorder recorder = new Recorder();

    private Pipeline<Event> build(Running running, int maxBatch) {
        return running.builder(scheduler)
                .capacity(16)
                .singleProducer(true)
                .stage(Stage.<Event>of("record", recorder).maxBatch(maxBatch))
                .build();
    }

    private void publishBehindTheGate(Pipeline<Event> pipeline, Task rest) throws Exception {
        pipeline.publish(value(0));
        recorder.gate.awaitEntered();
        rest.run();
        recorder.gate.open();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellOfBatches(Running running) throws Exception {
        Pipeline<Event> pipeline = build(running, 3);
        publishBehindTheGate(pipeline, () -> pipeline.publishBatch(5, (event, index) -> event.value = 1L + index));
        assertThat(recorder.told)
                .containsExactly("start", "[1", "0!", "]", "[3", "1", "2", "3!", "]", "[2", "4", "5!", "]", "stop");
        StageStats stats = stats(pipeline, "record");
        assertThat(stats.events()).isEqualTo(6);
        assertThat(stats.batches()).isEqualTo(3);
        assertThat(stats.largestBatch()).isEqualTo(3);
        assertThat(stats.meanBatch()).isEqualTo(2);
        assertThat(stats.position()).isEqualTo(5);
        assertThat(stats.lag()).isZero();
        assertThat(stats.failures()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndABatchWithItsLastEventThoughClaimsBehindWereAborted(Running running) throws Exception {
        Pipeline<Event> pipeline = build(running, 16);
        publishBehindTheGate(pipeline, () -> {
            Producer<Event> producer = pipeline.producer();
            producer.claim(2).abort();
            pipeline.publish(value(3));
            producer.claim().abort();
            pipeline.publish(value(5));
            producer.claim(3).abort();
        });
        assertThat(recorder.told).containsExactly("start", "[1", "0!", "]", "[8", "3", "5!", "]", "stop");
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellOfABatchWithoutEvents(Running running) throws Exception {
        Pipeline<Event> pipeline = build(running, 16);
        publishBehindTheGate(pipeline, () -> pipeline.producer().claim(2).abort());
        assertThat(recorder.told).containsExactly("start", "[1", "0!", "]", "[2", "]", "stop");
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnThoughHooksThrow(Running running) throws InterruptedException {
        List<Long> seen = new ArrayList<>();
        var handler = new EventHandler<Event>() {
            @Override
            public void onEvent(Event event, long sequence, boolean endOfBatch) {
                seen.add(event.value);
            }

            @Override
            public void onBatchStart(long size) {
                throw new IllegalStateException("at the beginning of a batch");
            }

            @Override
            public void onBatchEnd() {
                throw new IllegalStateException("at the end of a batch");
            }

            @Override
            public void onStart() {
                throw new IllegalStateException("at the start");
            }

            @Override
            public void onStop() {
                throw new IllegalStateException("at the stop");
            }
        };
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            Pipeline<Event> pipeline = running.builder(scheduler)
                    .name("rough")
                    .stage("rude", handler)
                    .build();
            pipeline.publish(value(1));
            assertThat(pipeline.close(LONG).isComplete()).isTrue();
            assertThat(seen).containsExactly(1L);
            assertThat(pipeline.failure()).isEmpty();
            assertThat(log.messages(java.util.logging.Level.WARNING, "the pipeline rough: stage rude"))
                    .extracting(message -> message.replaceAll(".*failed in (\\w+) .*", "$1"))
                    .containsExactly("onStart", "onBatchStart", "onBatchEnd", "onStop");
        }
    }
}
