package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages that come and go while the pipeline runs. */
@ParameterizedClass
@EnumSource
class RunTimeStagesTest extends PipelineTests {
    private static final EventHandler<Event> NOTHING = (event, sequence, endOfBatch) -> {};

    private final Running running;
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final EventHandler<Event> see = (event, sequence, endOfBatch) -> seen.add(event.value);

    RunTimeStagesTest(Running running) {
        this.running = running;
    }

    private PipelineBuilder<Event> builder() {
        return running.builder(scheduler).name("growing").capacity(4);
    }

    private static void publish(Pipeline<Event> pipeline, long from, long to) throws InterruptedException {
        for (long i = from; i < to; i++) {
            pipeline.publish(value(i));
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void shouldAddAStageThatSeesWhatIsPublishedFromThenOn() throws InterruptedException {
        Pipeline<Event> pipeline = builder()
                .stage("double", (event, sequence, endOfBatch) -> event.value *= 2)
                .build();
        publish(pipeline, 0, 10);
        Await.until("all are done", () -> pipeline.remainingCapacity() == 4);
        pipeline.add(Stage.<Event>of("see", see).after("double"));
        publish(pipeline, 10, 100);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen)
                .isEqualTo(LongStream.range(10, 100).map(i -> 2 * i).boxed().toList());
    }

    @Test
    void shouldHoldProducersUpForAStageThatWasAdded() throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder().stage("quick", NOTHING).build();
        publish(pipeline, 0, 3);
        pipeline.add(Stage.of("gate", gate));
        publish(pipeline, 3, 7);
        gate.awaitEntered();
        Await.until("the quick one is done", () -> stats(pipeline, "quick").lag() == 0);
        assertThat(pipeline.tryPublish(value(7))).isFalse();
        assertThat(stats(pipeline, "gate").lag()).isEqualTo(4);
        gate.open();
        publish(pipeline, 7, 20);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldRemoveAStageInTheMiddleWithoutALoss() throws InterruptedException {
        Pipeline<Event> pipeline = builder()
                .stage("first", NOTHING)
                .stage("middle", NOTHING)
                .stage("last", see)
                .build();
        publish(pipeline, 0, 50);
        assertThat(pipeline.remove("middle")).isTrue();
        assertThat(pipeline.remove("middle")).isFalse();
        publish(pipeline, 50, 100);
        assertThat(pipeline.remove("first")).isTrue();
        publish(pipeline, 100, 150);
        assertThat(pipeline.stats().stages()).containsOnlyKeys("last");
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).isEqualTo(range(0, 150));
    }

    @Test
    void shouldFreeProducersWhoWaitForAStageThatIsRemoved() throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder()
                .stage(Stage.<Event>of("gate", gate).maxBatch(1))
                .parallel(Stage.<Event>of("see", see).after())
                .build();
        publish(pipeline, 0, 4);
        Thread remover = start(() -> {
            gate.awaitEntered();
            Await.until("a producer waits for room", () -> pipeline.stats().producerStalls() == 1);
            gate.open();
            pipeline.remove("gate");
        });
        publish(pipeline, 4, 40);
        awaitEnd(remover);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).isEqualTo(range(0, 40));
    }

    @Test
    void shouldAddAndRemoveWhileProducersWait() throws InterruptedException {
        var ends = new AtomicLong();
        Pipeline<Event> pipeline = builder().stage("see", see).build();
        Thread publisher = start(() -> {
            publish(pipeline, 0, 3_000);
            ends.incrementAndGet();
        });
        for (int round = 0; round < 50; round++) {
            List<Long> some = new CopyOnWriteArrayList<>();
            pipeline.add(Stage.<Event>of("guest", (event, sequence, endOfBatch) -> some.add(event.value))
                    .after(round % 2 == 0 ? new String[] {"see"} : new String[] {}));
            pipeline.remove("guest");
            if (!some.isEmpty()) {
                assertThat(some).isEqualTo(range(some.get(0), some.get(0) + some.size()));
            }
        }
        awaitEnd(publisher);
        assertThat(ends).hasValue(1);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).isEqualTo(range(0, 3_000));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunWithoutAnyStageAndTakeOneAgain(boolean clears) throws InterruptedException {
        List<Long> cleared = new CopyOnWriteArrayList<>();
        PipelineBuilder<Event> builder = builder().stage("first", NOTHING);
        if (clears) {
            builder = builder.clear(event -> cleared.add(event.value));
        }
        Pipeline<Event> pipeline = builder.build();
        publish(pipeline, 0, 10);
        Await.until("all are done", () -> pipeline.remainingCapacity() == 4);
        assertThat(pipeline.remove("first")).isTrue();
        publish(pipeline, 10, 30);
        assertThat(pipeline.remainingCapacity()).isEqualTo(4);
        pipeline.add(Stage.of("see", see));
        publish(pipeline, 30, 50);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).isEqualTo(range(30, 50));
        if (clears) {
            assertThat(cleared)
                    .isEqualTo(LongStream.concat(LongStream.range(0, 10), LongStream.range(30, 50))
                            .boxed()
                            .toList());
        }
    }

    @Test
    void shouldAddAndRemoveFromWithinHandlers() {
        var errors = new CopyOnWriteArrayList<Throwable>();
        var pipelines = new CopyOnWriteArrayList<Pipeline<Event>>();
        Pipeline<Event> pipeline = builder()
                .onFailure(failure -> errors.add(failure.cause()))
                .stage("host", (event, sequence, endOfBatch) -> {
                    if (event.value == 1) {
                        pipelines.get(0).add(Stage.of("guest", see));
                    } else if (event.value == 3) {
                        pipelines.get(0).remove("guest");
                    }
                })
                .build();
        pipelines.add(pipeline);
        for (long i = 0; i < 5; i++) {
            long value = i;
            Await.until("it is published", () -> pipeline.tryPublish(value(value)));
            Await.until("all are done", () -> pipeline.remainingCapacity() == 4);
        }
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(errors).isEmpty();
        assertThat(seen).startsWith(2L).doesNotContain(4L);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws InterruptedException {
        Pipeline<Event> pipeline = builder().stage("only", NOTHING).build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pipeline.add(Stage.of("only", NOTHING)))
                .withMessageContaining("only");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pipeline.add(Stage.<Event>of("next", NOTHING).after("onyl")))
                .withMessage("stage next is to come after onyl, but the stages are [only]");
        assertThatIllegalArgumentException().isThrownBy(() -> pipeline.poller("p", "onyl"));
        assertThat(pipeline.remove("nobody")).isFalse();
        pipeline.close(LONG);
        assertThatExceptionOfType(PipelineClosedException.class)
                .isThrownBy(() -> pipeline.add(Stage.of("late", NOTHING)));
        assertThatExceptionOfType(PipelineClosedException.class).isThrownBy(() -> pipeline.poller("late"));
    }
}
