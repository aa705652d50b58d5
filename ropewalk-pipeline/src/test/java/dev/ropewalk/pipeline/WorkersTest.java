package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a pool of workers does with events, however they wait. */
class WorkersTest {
    private static final int EVENTS = 3_000;

    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    private static void publish(Pipeline<Event> pipeline, int key) throws InterruptedException {
        pipeline.publish((event, sequence) -> event.key = key);
    }

    private static StageStats stats(Pipeline<Event> pipeline, String stage) {
        return Objects.requireNonNull(pipeline.stats().stages().get(stage));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachEventOnceAndShowThemInOrder(Running running) throws Exception {
        int events = running.events(500, EVENTS);
        var handled = new AtomicIntegerArray(events);
        List<Long> behind = new ArrayList<>();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(32)
                .workers(3, worker -> (event, sequence, endOfBatch) -> {
                    event.value = sequence;
                    handled.incrementAndGet((int) sequence);
                })
                .then((event, sequence, endOfBatch) -> behind.add(event.value))
                .build()) {
            for (int i = 0; i < events; i++) {
                pipeline.publish((event, sequence) -> event.value = -1);
            }
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        }
        assertThat(behind).isEqualTo(LongStream.range(0, events).boxed().toList());
        for (int i = 0; i < events; i++) {
            assertThat(handled.get(i)).as("event %d", i).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnWhileOneIsBusy(Running running) throws Exception {
        var begun = new CountDownLatch(1);
        var gate = new CountDownLatch(1);
        var others = new AtomicInteger();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .workers(2, worker -> (event, sequence, endOfBatch) -> {
                    if (sequence == 0) {
                        begun.countDown();
                        gate.await();
                    } else {
                        others.incrementAndGet();
                    }
                })
                .build()) {
            publish(pipeline, 0);
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 500; i++) {
                publish(pipeline, 0);
            }
            Await.until("the other has handled the rest", () -> others.get() == 500);
            assertThat(stats(pipeline, "stage-1").position()).isEqualTo(-1);
            gate.countDown();
            Await.until("all is done", () -> stats(pipeline, "stage-1").lag() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PARKING", "STRAND"})
    void shouldWakeOneAfterTheOtherForABatch(Running running) throws Exception {
        var together = new CountDownLatch(2);
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .workers(2, worker -> (event, sequence, endOfBatch) -> {
                    together.countDown();
                    together.await();
                })
                .build()) {
            Await.until("both sleep", () -> stats(pipeline, "stage-1").stalls() >= 2);
            pipeline.publishBatch(2, (event, index) -> {});
            assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldWakeOneForAnEvent() throws Exception {
        int workers = 8;
        int events = 200;
        var handled = new AtomicInteger();
        try (Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .waiting(WaitStrategy.parking(0))
                .workers(workers, worker -> (event, sequence, endOfBatch) -> handled.incrementAndGet())
                .build()) {
            Await.until("all sleep", () -> stats(pipeline, "stage-1").stalls() >= workers);
            for (int i = 1; i <= events; i++) {
                int number = i;
                publish(pipeline, i);
                Await.until("event " + i, () -> handled.get() == number);
            }
            assertThat(stats(pipeline, "stage-1").stalls())
                    .as("one worker goes back to sleep after an event, or another that looked at that moment, too")
                    .isLessThanOrEqualTo(workers + 2L * events);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PARKING", "STRAND"})
    void shouldTellThoseBehindOfEachEvent(Running running) throws Exception {
        var behind = new AtomicLong(-1);
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(8)
                .workers(3, worker -> (event, sequence, endOfBatch) -> {})
                .then((event, sequence, endOfBatch) -> behind.set(sequence))
                .build()) {
            for (int round = 0; round < 1_000; round++) {
                long last = 2L * round + 1;
                publish(pipeline, 0);
                publish(pipeline, 0);
                Await.until("event " + last + " has come to the end", () -> behind.get() == last);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldComeAndGoWhileEventsArePublished(Running running) throws Exception {
        var handled = new AtomicIntegerArray(EVENTS);
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .capacity(32)
                .stage("first", (event, sequence, endOfBatch) -> {})
                .build()) {
            Stage<Event> late = Stage.<Event>workers(
                            "late",
                            2,
                            worker -> (event, sequence, endOfBatch) -> handled.incrementAndGet((int) sequence))
                    .after("first");
            for (int i = 0; i < 1_000; i++) {
                publish(pipeline, i);
            }
            pipeline.add(late);
            for (int i = 1_000; i < 2_000; i++) {
                publish(pipeline, i);
            }
            Await.until("all is done", () -> stats(pipeline, "late").lag() == 0);
            assertThat(pipeline.remove("late")).isTrue();
            for (int i = 2_000; i < EVENTS; i++) {
                publish(pipeline, i);
            }
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        }
        for (int i = 0; i < EVENTS; i++) {
            assertThat(handled.get(i)).as("event %d", i).isBetween(i >= 1_000 && i < 2_000 ? 1 : 0, i < 2_000 ? 1 : 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PARKING", "STRAND"})
    void shouldNotBeHeldUpByAProducerThatDied(Running running) throws Exception {
        var handled = new AtomicInteger();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .workers(2, worker -> (event, sequence, endOfBatch) -> handled.incrementAndGet())
                .build()) {
            publish(pipeline, 0);
            Await.until("the first event", () -> handled.get() == 1);
            Thread dead = Thread.ofPlatform().start(() -> {
                var ignored = pipeline.producer().tryClaim(1);
            });
            dead.join();
            publish(pipeline, 2);
            Await.until("the event behind the claim", () -> handled.get() == 2);
        }
    }
}
