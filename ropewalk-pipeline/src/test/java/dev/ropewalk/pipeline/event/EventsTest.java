package dev.ropewalk.pipeline.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** What a recording tells of a pipeline. */
class EventsTest {
    private static final String NAME = "recorded";

    private static PipelineBuilder<AtomicLong> builder() {
        return Pipeline.builder(AtomicLong::new).name(NAME).capacity(2);
    }

    @Test
    void shouldTellOfABatch() throws Exception {
        List<RecordedEvent> events = FlightRecording.of("ropewalk.LongBatch", () -> {
            try (Pipeline<AtomicLong> pipeline =
                    builder().stage("see", (event, sequence, endOfBatch) -> {}).build()) {
                pipeline.publish((event, sequence) -> event.set(1));
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("pipeline")).isEqualTo(NAME);
        assertThat(events.getFirst().getString("stage")).isEqualTo("see");
        assertThat(events.getFirst().getLong("events")).isOne();
    }

    @Test
    void shouldTellOfAFailure() throws Exception {
        List<RecordedEvent> events = FlightRecording.of("ropewalk.StageFailure", () -> {
            try (Pipeline<AtomicLong> pipeline = builder()
                    .stage("see", (event, sequence, endOfBatch) -> {
                        throw new IllegalStateException();
                    })
                    .build()) {
                pipeline.publish((event, sequence) -> event.set(1));
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("stage")).isEqualTo("see");
        assertThat(events.getFirst().getLong("sequence")).isZero();
        assertThat(events.getFirst().getString("failure")).isEqualTo(IllegalStateException.class.getName());
        assertThat(events.getFirst().getString("action")).isEqualTo("SKIP");
    }

    @Test
    void shouldTellOfAWaitForRoom() throws Exception {
        List<RecordedEvent> events = FlightRecording.of("ropewalk.PublishWait", () -> {
            var goOn = new CountDownLatch(1);
            try (Pipeline<AtomicLong> pipeline = builder()
                    .stage("see", (event, sequence, endOfBatch) -> Uninterruptibly.await(goOn))
                    .build()) {
                for (int i = 0; i < 2; i++) {
                    pipeline.publish((event, sequence) -> event.set(1));
                }
                assertThat(pipeline.publish((event, sequence) -> event.set(1), Duration.ofMillis(20)))
                        .isFalse();
                goOn.countDown();
            }
        });

        assertThat(events).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getString("pipeline")).isEqualTo(NAME);
            assertThat(event.getInt("places")).isOne();
        });
    }

    @Test
    void shouldTellOfTheClaimOfADeadThread() throws Exception {
        List<RecordedEvent> events = FlightRecording.of("ropewalk.ClaimOrphaned", () -> {
            try (Pipeline<AtomicLong> pipeline =
                    builder().stage("see", (event, sequence, endOfBatch) -> {}).build()) {
                Producer<AtomicLong> producer = pipeline.producer();
                Thread dies = Thread.ofPlatform().start(() -> claim(producer));
                Uninterruptibly.join(dies);
                Await.until("there is room again", () -> pipeline.tryPublish((event, sequence) -> event.set(1)));
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("pipeline")).isEqualTo(NAME);
    }

    private static void claim(Producer<AtomicLong> producer) {
        try {
            producer.claim(2).event().set(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
