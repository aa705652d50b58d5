package dev.ropewalk.pipeline;

import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.CLAIM;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.CONSUME;
import static dev.ropewalk.scheduler.step.StepKind.PUBLISH;
import static dev.ropewalk.scheduler.step.StepKind.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.RecordingThread;
import dev.ropewalk.scheduler.step.RecordingThread.Point;
import dev.ropewalk.scheduler.step.SimulatedFault;
import dev.ropewalk.scheduler.step.StepKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which operations announce what to a simulation, and how its faults show. */
class PointsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<Point> points = new CopyOnWriteArrayList<>();

    private static PipelineBuilder<Event> builder() {
        return Pipeline.builder(Event::new).name("books").capacity(4);
    }

    @Test
    void shouldAnnounceEachClaimAndEachPublication() throws Exception {
        try (Pipeline<Event> pipeline = builder().build()) {
            List<Point> published = RecordingThread.points(() -> {
                pipeline.publish((event, sequence) -> {});
                pipeline.tryPublish((event, sequence) -> {});
                pipeline.publishBatch(2, (event, index) -> {});
                pipeline.publishAsync((event, sequence) -> {}, Runnable::run).get();
                Producer<Event> producer = pipeline.producer();
                producer.claim().publish();
                producer.claim().abort();
                producer.release();
                producer.close();
                return null;
            });
            assertThat(published)
                    .extracting(Point::kind)
                    .containsExactly(
                            CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM,
                            PUBLISH, RELEASE, CLOSE);
            assertThat(published)
                    .extracting(Point::resource)
                    .containsOnly(published.getFirst().resource());
            assertThat(published.getFirst().resource()).hasToString("pipeline books");
        }
    }

    @Test
    void shouldAnnounceWhatIsAskedOfAPipeline() throws Exception {
        assertThat(RecordingThread.kinds(() -> {
                    Pipeline<Event> pipeline = builder().build();
                    pipeline.add(Stage.of("added", (event, sequence, endOfBatch) -> {}));
                    pipeline.remove("added");
                    pipeline.remainingCapacity();
                    pipeline.stats();
                    pipeline.failure();
                    pipeline.close();
                    return pipeline.awaitTermination(LONG);
                }))
                .containsExactly(ACCESS, CLOSE, ACCESS, ACCESS, ACCESS, CLOSE, ACCESS);
    }

    @Test
    void shouldAnnounceEachPollThatFindsSomething() throws Exception {
        try (Pipeline<Event> pipeline = builder().build()) {
            Poller<Event> poller = pipeline.poller("poller");
            pipeline.publish((event, sequence) -> {});
            assertThat(RecordingThread.kinds(() -> {
                        poller.poll(1, (event, sequence, endOfBatch) -> {});
                        poller.poll(1, (event, sequence, endOfBatch) -> {});
                        poller.close();
                        return null;
                    }))
                    .containsExactly(CONSUME, CONSUME, CONSUME, CLOSE);
        }
    }

    static List<WaitStrategy> strategies() {
        return List.of(
                WaitStrategy.busySpin(), WaitStrategy.yielding(), WaitStrategy.backOff(), WaitStrategy.parking());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldAnnounceTheBeginningAndTheEndOfEachBatch(WaitStrategy waiting) throws Exception {
        var handled = new CompletableFuture<Integer>();
        PipelineBuilder<Event> builder = builder()
                .waiting(waiting)
                .threadFactory(RecordingThread.factory(points))
                .stage("stage", (event, sequence, endOfBatch) -> handled.complete(points.size()));
        try (Pipeline<Event> pipeline = builder.build()) {
            pipeline.publish((event, sequence) -> {});
            assertThat(handled.get()).isPositive();
        }
        // A stage that goes to sleep tells that before it does.
        assertThat(points).extracting(Point::kind).contains(CONSUME).isSubsetOf(CONSUME, ACCESS);
        assertThat(points).hasSizeGreaterThan(handled.get() + 1);
    }

    @Test
    void shouldFindTheRingFullThoughItIsNot() throws Exception {
        try (Pipeline<Event> pipeline = builder().build()) {
            assertThat(RecordingThread.kinds(
                            () -> {
                                assertThat(pipeline.tryPublish((event, sequence) -> {}))
                                        .isFalse();
                                pipeline.publish((event, sequence) -> {});
                                return null;
                            },
                            FaultKind.FULL))
                    .containsExactly(CLAIM, CLAIM, PUBLISH);
            assertThat(pipeline.stats().claimed()).isEqualTo(1);
        }
    }

    @Test
    void shouldGiveUpATimedWaitForRoom() throws Exception {
        try (Pipeline<Event> pipeline = builder().build()) {
            Poller<Event> never = pipeline.poller("never");
            pipeline.publishBatch(4, (event, index) -> {});
            RecordingThread.points(
                    () -> {
                        assertThat(pipeline.publish((event, sequence) -> {}, Duration.ofDays(365)))
                                .isFalse();
                        return null;
                    },
                    FaultKind.CANCELLED_WAIT);
            never.close();
        }
    }

    @Test
    void shouldLetAHandlerFail() throws Exception {
        var failure = new CompletableFuture<Throwable>();
        PipelineBuilder<Event> builder = builder()
                .threadFactory(RecordingThread.factory(points, FaultKind.TASK_FAILURE))
                .onFailure(failed -> failure.complete(failed.cause()))
                .stage("stage", (event, sequence, endOfBatch) -> {});
        try (Pipeline<Event> pipeline = builder.build()) {
            pipeline.publish((event, sequence) -> {});
            assertThat(failure.get()).isInstanceOf(SimulatedFault.class).hasMessageContaining("stage stage");
            Poller<Event> poller = pipeline.poller("poller");
            pipeline.publish((event, sequence) -> {});
            RecordingThread.points(
                    () -> {
                        assertThatThrownBy(() -> poller.poll(1, (event, sequence, endOfBatch) -> {}))
                                .isInstanceOf(SimulatedFault.class);
                        return null;
                    },
                    FaultKind.TASK_FAILURE);
            assertThat(poller.poll(1, (event, sequence, endOfBatch) -> {})).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldTakeThreadsFromTheSimulationAndPark(WaitStrategy waiting) throws Exception {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            var where = new CompletableFuture<Optional<Scheduler>>();
            List<Point> asked = RecordingThread.pointsWith(scheduler, () -> {
                PipelineBuilder<Event> builder = builder()
                        .waiting(waiting)
                        .producerWaiting(waiting)
                        .stage("stage", (event, sequence, endOfBatch) -> where.complete(Scheduler.current()));
                try (Pipeline<Event> pipeline = builder.build()) {
                    pipeline.publish((event, sequence) -> {});
                    assertThat(where.get()).containsSame(scheduler);
                    Poller<Event> never = pipeline.poller("never");
                    pipeline.publishBatch(4, (event, index) -> {});
                    assertThat(pipeline.publish((event, sequence) -> {}, Duration.ofMillis(1)))
                            .isFalse();
                    never.close();
                }
                return null;
            });
            assertThat(asked).extracting(Point::kind).contains(CLAIM, StepKind.SPIN);
        }
    }
}
