package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events are cleared once, when all stages are done with them, and before they are used again. */
class ClearingTest extends PipelineTests {
    private static final long CLEARED = -1;
    private static final int EVENTS = 200;

    private final List<Long> cleared = new CopyOnWriteArrayList<>();
    private final List<String> wrong = new CopyOnWriteArrayList<>();

    private void clear(Event event) {
        cleared.add(event.value);
        event.value = CLEARED;
    }

    private void check(Event event, long sequence) {
        if (event.value != sequence) {
            wrong.add("event " + sequence + " holds " + event.value);
        }
    }

    private EventHandler<Event> checker() {
        return (event, sequence, endOfBatch) -> check(event, sequence);
    }

    @ParameterizedTest
    @EnumSource
    void shouldClearBehindAllLeavesAndBeforeReuse(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(8)
                .clear(this::clear)
                .stage("root", checker())
                .parallel(
                        Stage.<Event>of("left", checker()).maxBatch(1),
                        Stage.<Event>of("right", checker()),
                        Stage.<Event>workers("pool", 2, worker -> checker()),
                        Stage.<Event>sharded("split", 2, Event::value, shard -> checker()))
                .build();
        for (int i = 0; i < EVENTS; i++) {
            boolean reused = i >= 8;
            pipeline.publish((event, sequence) -> {
                if (reused && event.value != CLEARED) {
                    wrong.add("event " + sequence + " is used again with " + event.value);
                }
                event.value = sequence;
            });
        }
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(wrong).isEmpty();
        assertThat(cleared).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldProducersUpUntilTheLastLeafIsDone(Running running) throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(2)
                .clear(this::clear)
                .parallel(gate, checker())
                .build();
        pipeline.publishBatch(2, (event, index) -> event.value = index);
        gate.awaitEntered();
        Await.until("the other is done", () -> stats(pipeline, "stage-2").lag() == 0);
        assertThat(cleared).isEmpty();
        assertThat(pipeline.remainingCapacity()).isZero();
        assertThat(pipeline.tryPublish(value(9))).isFalse();
        gate.open();
        pipeline.publish(value(2));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(cleared).containsExactly(0L, 1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnThoughTheHookThrows(Running running) throws InterruptedException {
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            Pipeline<Event> pipeline = running.builder(scheduler)
                    .capacity(2)
                    .clear(event -> {
                        throw new IllegalStateException("stuck lid");
                    })
                    .stage("any", checker())
                    .build();
            for (int i = 0; i < 10; i++) {
                pipeline.publish((event, sequence) -> event.value = sequence);
            }
            assertThat(pipeline.close(LONG).isComplete()).isTrue();
            assertThat(pipeline.failure()).isEmpty();
            assertThat(log.messages(java.util.logging.Level.WARNING, "stuck lid"))
                    .hasSize(10);
        }
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldProducersUpWhileWhatTheLastStageHasDoneIsCleared(Running running) throws Exception {
        var hook = new Gate();
        Pipeline<Event> pipeline = removedWhileCleared(running, hook);
        assertThat(pipeline.tryPublishBatch(2, (event, index) -> event.value = 9))
                .isFalse();
        hook.open();
        Await.until("all is cleared", () -> pipeline.remainingCapacity() == 4);
        assertThat(cleared).containsExactly(0L, 1L, 2L, 3L);
        pipeline.publishBatch(4, (event, index) -> event.value = 0);
        pipeline.publishBatch(4, (event, index) -> event.value = 0);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(cleared).containsExactly(0L, 1L, 2L, 3L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeAStageWhileWhatTheLastOneHasDoneIsCleared(Running running) throws Exception {
        var hook = new Gate();
        Pipeline<Event> pipeline = removedWhileCleared(running, hook);
        pipeline.add(Stage.of("next", checker()));
        assertThat(pipeline.tryPublishBatch(2, (event, index) -> event.value = 9))
                .isFalse();
        hook.open();
        for (int i = 4; i < 20; i++) {
            pipeline.publish((event, sequence) -> event.value = sequence);
        }
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(wrong).isEmpty();
        assertThat(cleared).isEqualTo(LongStream.range(0, 20).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldClearWhatIsLeftAtTheEndOnceThoughAPollerLeavesLater(Running running) {
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(4)
                .clear(this::clear)
                .stage("quick", checker())
                .build();
        Poller<Event> poller = pipeline.poller("late");
        assertThat(pipeline.tryPublishBatch(3, (event, index) -> event.value = index))
                .isTrue();
        Await.until("the other is done", () -> stats(pipeline, "quick").lag() == 0);
        assertThat(pipeline.close(Duration.ZERO).unhandled()).containsEntry("late", 3L);
        Await.until("what is left is cleared", () -> cleared.size() == 3);
        poller.close();
        assertThat(cleared).containsExactly(0L, 1L, 2L);
    }

    /** Returns a pipeline without stages, and with one free place: a thread that has removed a stage stands in the hook of event 1. */
    private Pipeline<Event> removedWhileCleared(Running running, Gate hook) throws Exception {
        var slow = new Gate();
        Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(4)
                .clear(event -> {
                    if (event.value == 1) {
                        pass(hook);
                    }
                    clear(event);
                })
                .stage(Stage.<Event>of("slow", slow).maxBatch(1))
                .build();
        Poller<Event> poller = pipeline.poller("quick");
        pipeline.publishBatch(4, (event, index) -> event.value = index);
        slow.awaitEntered();
        assertThat(poller.poll(4, checker())).isEqualTo(4);
        Thread remover = start(() -> pipeline.remove("slow"));
        awaitSleep(remover);
        slow.open();
        hook.awaitEntered();
        poller.close();
        return pipeline;
    }

    private static void pass(Gate gate) {
        try {
            gate.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
