package dev.ropewalk.pipeline.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
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

    @Test
    void shouldTellOfAClaimThatHoldsAStageUp() throws Exception {
        var began = new CompletableFuture<Thread>();
        var goOn = new CountDownLatch(1);
        assertTellsOfStall(
                builder().stage("see", new EventHandler<>() {
                    @Override
                    public void onStart() {
                        began.complete(Thread.currentThread());
                        Uninterruptibly.await(goOn);
                    }

                    @Override
                    public void onEvent(AtomicLong event, long sequence, boolean endOfBatch) {}
                }),
                pipeline -> {
                    goOn.countDown();
                    // Without a claim it would sleep for any time, and the latch is awaited so, too.
                    Await.until("the stage looks", () -> began.join().getState() == Thread.State.TIMED_WAITING);
                });
    }

    @Test
    void shouldTellOfAClaimThatHoldsAStrandUp() throws Exception {
        try (Scheduler scheduler = Scheduler.create()) {
            // The first turn may find nothing claimed; one that has looked is over when the next one has begun.
            assertTellsOfStall(
                    builder().scheduler(scheduler).stage("see", (event, sequence, endOfBatch) -> {}),
                    pipeline -> Await.until(
                            "the stage looks again",
                            () -> pipeline.stats()
                                            .stages()
                                            .values()
                                            .iterator()
                                            .next()
                                            .stalls()
                                    >= 3));
        }
    }

    @Test
    void shouldTellOfAClaimThatHoldsWorkersUpByTheOneThatGoesOnThere() throws Exception {
        List<Thread> began = new CopyOnWriteArrayList<>();
        var goOn = new CountDownLatch(1);
        var both = new CountDownLatch(2);
        assertTellsOfStall(
                builder().stage(Stage.workers("see", 2, worker -> new EventHandler<>() {
                    @Override
                    public void onStart() {
                        began.add(Thread.currentThread());
                        Uninterruptibly.await(goOn);
                    }

                    @Override
                    public void onEvent(AtomicLong event, long sequence, boolean endOfBatch) {
                        both.countDown();
                        Uninterruptibly.await(both); // so each worker takes one
                    }
                })),
                pipeline -> {
                    goOn.countDown();
                    Await.until(
                            "both workers look",
                            () -> began.size() == 2
                                    && began.stream()
                                            .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
                });
    }

    /** The stage finds its first event claimed and its second one published. */
    private static void assertTellsOfStall(
            PipelineBuilder<AtomicLong> builder, Consumer<Pipeline<AtomicLong>> letStageLook) throws Exception {
        List<RecordedEvent> events = FlightRecording.of("ropewalk.StageStall", () -> {
            try (Pipeline<AtomicLong> pipeline = builder.build();
                    Producer<AtomicLong> producer = pipeline.producer()) {
                EventClaim<AtomicLong> claim = producer.claim();
                pipeline.publish((event, sequence) -> event.set(1));
                letStageLook.accept(pipeline);
                claim.publish();
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("pipeline")).isEqualTo(NAME);
        assertThat(events.getFirst().getString("stage")).startsWith("see");
        assertThat(events.getFirst().getLong("sequence")).isZero();
    }

    private static void claim(Producer<AtomicLong> producer) {
        try {
            producer.claim(2).event().set(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
