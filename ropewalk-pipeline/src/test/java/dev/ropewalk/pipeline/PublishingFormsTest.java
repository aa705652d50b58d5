package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of publishing, on a ring that fills up behind a stage that is held up. */
@ParameterizedClass
@EnumSource
class PublishingFormsTest extends PipelineTests {
    private static final int CAPACITY = 4;

    /** The kinds of publishers. */
    enum Sink {
        SHARED,
        HANDLE,
        SINGLE,
        SPINNING;

        Pipeline<Event> build(PipelineBuilder<Event> builder) {
            return switch (this) {
                case SHARED, HANDLE -> builder.build();
                case SINGLE -> builder.singleProducer(true).build();
                case SPINNING ->
                    builder.producerWaiting(WaitStrategy.yielding()).build();
            };
        }

        EventSink<Event> of(Pipeline<Event> pipeline) {
            return this == HANDLE ? pipeline.producer() : pipeline;
        }
    }

    private final Gate gate = new Gate();
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final Pipeline<Event> pipeline;
    private final EventSink<Event> sink;

    PublishingFormsTest(Sink kind) {
        pipeline = kind.build(Pipeline.builder(Event::new)
                .name("forms")
                .capacity(CAPACITY)
                .stage(Stage.<Event>of("gate", gate).maxBatch(1))
                .then((event, sequence, endOfBatch) -> seen.add(event.value)));
        sink = kind.of(pipeline);
    }

    @AfterEach
    void close() {
        gate.open();
        pipeline.close(LONG);
    }

    private void fill() {
        for (int i = 0; i < CAPACITY; i++) {
            assertThat(sink.tryPublish(value(i))).isTrue();
        }
    }

    private void openAndExpect(Long... values) {
        gate.open();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(values);
    }

    @Test
    void shouldRefuseToTryWhenTheRingIsFull() {
        fill();
        assertThat(sink.tryPublish(value(9))).isFalse();
        assertThat(sink.tryPublishBatch(1, (event, index) -> event.value = 9)).isFalse();
        assertThat(sink.remainingCapacity()).isZero();
        openAndExpect(0L, 1L, 2L, 3L);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 3_000_000})
    void shouldGiveUpWhenTheTimeIsUp(long nanos) throws InterruptedException {
        Duration timeout = nanos == Long.MIN_VALUE ? Duration.ofSeconds(nanos) : Duration.ofNanos(nanos);
        fill();
        assertThat(sink.publish(value(9), timeout)).isFalse();
        assertThat(sink.publishBatch(2, (event, index) -> event.value = 9, timeout))
                .isFalse();
        openAndExpect(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldPublishWithoutATimeoutIfThereIsRoom() throws InterruptedException {
        assertThat(sink.publish(value(1), Duration.ZERO)).isTrue();
        assertThat(sink.publishBatch(3, (event, index) -> event.value = 2L + index, Duration.ZERO))
                .isTrue();
        openAndExpect(1L, 2L, 3L, 4L);
    }

    @Test
    void shouldWaitForRoom() throws InterruptedException {
        fill();
        Thread opener = start(() -> {
            gate.awaitEntered();
            Await.until("a producer waits for room", () -> pipeline.stats().producerStalls() == 1);
            gate.open();
        });
        sink.publish(value(4));
        assertThat(sink.publish(value(5), LONG)).isTrue();
        sink.publishBatch(2, (event, index) -> event.value = 6L + index);
        awaitEnd(opener);
        openAndExpect(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void shouldWaitForTheTimeThatHasNoEnd() throws InterruptedException {
        assertThat(sink.publish(value(0), Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(sink.publishBatch(3, (event, index) -> event.value = 1L + index, Duration.ofSeconds(Long.MAX_VALUE)))
                .isTrue();
        start(gate::open);
        assertThat(sink.publish(value(4), Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        openAndExpect(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void shouldPublishThoughInterruptedIfThereIsRoom() throws InterruptedException {
        Thread.currentThread().interrupt();
        sink.publish(value(1));
        assertThat(Thread.interrupted()).isTrue();
        openAndExpect(1L);
    }

    @Test
    void shouldNotWaitWhenInterruptedBefore() {
        fill();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> sink.publish(value(9)))
                .withMessageContaining("forms");
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> sink.publishBatch(2, (event, index) -> event.value = 9, LONG));
        assertThat(Thread.interrupted()).isFalse();
        openAndExpect(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldEndAWaitByAnInterrupt() {
        fill();
        Thread publisher = Thread.currentThread();
        start(() -> {
            Await.until("a producer waits for room", () -> pipeline.stats().producerStalls() == 1);
            publisher.interrupt();
        });
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> sink.publish(value(9)));
        openAndExpect(0L, 1L, 2L, 3L);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, CAPACITY + 1})
    void shouldRefuseBatchesThatTheRingNeverHolds(int size) {
        BatchTranslator<Event> translator = (event, index) -> event.value = 9;
        List<Task> forms = List.of(
                () -> sink.publishBatch(size, translator),
                () -> assertThat(sink.tryPublishBatch(size, translator)).isFalse(),
                () -> assertThat(sink.publishBatch(size, translator, LONG)).isFalse());
        assertThat(forms)
                .allSatisfy(form -> assertThatIllegalArgumentException()
                        .isThrownBy(form::run)
                        .withMessageContaining(" " + size + " ")
                        .withMessageContaining("" + CAPACITY));
        openAndExpect();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, CAPACITY})
    void shouldPublishBatchesThatFit(int size) throws InterruptedException {
        gate.open();
        for (int round = 0; round < 3; round++) {
            long first = (long) round * size;
            sink.publishBatch(size, (event, index) -> event.value = first + index);
        }
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).hasSize(3 * size).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldAbortWhatATranslatorLeaves() throws InterruptedException {
        var cause = new IllegalStateException("ink is out");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> sink.publish((event, sequence) -> {
                    event.value = 7;
                    throw cause;
                }))
                .isSameAs(cause);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> sink.tryPublishBatch(2, (event, index) -> {
                    event.value = 8;
                    if (index == 1) {
                        throw cause;
                    }
                }))
                .isSameAs(cause);
        sink.publish(value(9));
        openAndExpect(9L);
    }

    @Test
    void shouldRefuseWhenClosed() {
        openAndExpect();
        List<Task> forms = List.of(
                () -> sink.publish(value(9)),
                () -> assertThat(sink.tryPublish(value(9))).isFalse(),
                () -> assertThat(sink.publish(value(9), LONG)).isFalse(),
                () -> sink.publishBatch(2, (event, index) -> event.value = 9));
        assertThat(forms)
                .allSatisfy(form -> assertThatExceptionOfType(PipelineClosedException.class)
                        .isThrownBy(form::run)
                        .withMessageContaining("forms is closed")
                        .withNoCause());
    }

    @Test
    void shouldEndAWaitByClosing() {
        fill();
        var complete = new AtomicBoolean();
        var refused = new AtomicBoolean();
        Thread closer = start(() -> {
            Await.until("a producer waits for room", () -> pipeline.stats().producerStalls() == 1);
            complete.set(pipeline.close(LONG).isComplete());
        });
        assertThatExceptionOfType(PipelineClosedException.class)
                .isThrownBy(() -> sink.publish(value(9)))
                .satisfies(thrown -> refused.set(true));
        gate.open();
        awaitEnd(closer);
        assertThat(refused).isTrue();
        assertThat(complete).isTrue();
        assertThat(seen).containsExactly(0L, 1L, 2L, 3L);
    }
}
