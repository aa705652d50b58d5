package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishing without a thread that waits. */
@ParameterizedClass
@EnumSource
class AsyncPublishingTest extends PipelineTests {
    private final Running running;
    private final Gate gate = new Gate();
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private Pipeline<Event> pipeline;

    AsyncPublishingTest(Running running) {
        this.running = running;
        pipeline = build();
    }

    private Pipeline<Event> build() {
        return running.builder(scheduler)
                .name("async")
                .capacity(2)
                .stage(Stage.<Event>of("gate", gate).waiting(WaitStrategy.parking()))
                .then((event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
    }

    @BeforeEach
    void fill() {
        assertThat(pipeline.publishAsync(value(0), Runnable::run)).isCompletedWithValue(0L);
        assertThat(pipeline.publishAsync(value(1), Runnable::run)).isCompletedWithValue(1L);
        gate.awaitEntered();
    }

    @AfterEach
    void close() {
        gate.open();
        pipeline.close(LONG);
    }

    @Test
    void shouldGoOnWhenThereIsRoom() throws Exception {
        CompletableFuture<Long> two = pipeline.publishAsync(value(2), Runnable::run);
        CompletableFuture<Long> three = pipeline.publishAsync(value(3), scheduler.newStrand());
        assertThat(two).isNotDone();
        assertThat(three).isNotDone();
        gate.open();
        long sum = two.get(20, TimeUnit.SECONDS) + three.get(20, TimeUnit.SECONDS);
        assertThat(sum).isEqualTo(5);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).startsWith(0L, 1L).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldKeepTheOrderOfAnExecutorWhateverRoomThereIs() throws InterruptedException {
        var tasks = new LinkedBlockingQueue<Runnable>();
        Executor late = tasks::add;
        CompletableFuture<Long> two = pipeline.publishAsync(value(2), late);
        gate.open();
        Runnable first = tasks.take();
        Await.until("the ring is empty", () -> pipeline.remainingCapacity() == 2);
        CompletableFuture<Long> three = pipeline.publishAsync(value(3), late);
        CompletableFuture<Long> four = pipeline.publishAsync(value(4), Runnable::run);
        CompletableFuture<Long> five = pipeline.publishAsync(value(5), late);
        assertThat(three).isNotDone();
        assertThat(four).isCompletedWithValue(2L);
        assertThat(five).isNotDone();
        first.run();
        tasks.take().run();
        tasks.take().run();
        assertThat(List.of(two.resultNow(), three.resultNow(), five.resultNow()))
                .containsExactly(3L, 4L, 5L);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(0L, 1L, 4L, 2L, 3L, 5L);
    }

    @Test
    void shouldKeepTheOrderOfAnExecutorThatRunsTasksSideBySide() {
        List<CompletableFuture<Long>> later = IntStream.range(2, 500)
                .mapToObj(number -> pipeline.publishAsync(value(number), scheduler))
                .toList();
        gate.open();
        later.forEach(publication -> assertThat(publication).succeedsWithin(LONG));
        assertThat(later.stream().map(CompletableFuture::resultNow)).isSorted();
    }

    @Test
    void shouldGoOnBehindOnesThatAreCancelledOrFail() {
        var cause = new IllegalStateException("ink is out");
        Executor executor = scheduler;
        CompletableFuture<Long> two = pipeline.publishAsync(value(2), executor);
        CompletableFuture<Long> three = pipeline.publishAsync(value(3), executor);
        CompletableFuture<Long> failing = pipeline.publishAsync(
                (event, sequence) -> {
                    throw cause;
                },
                executor);
        CompletableFuture<Long> five = pipeline.publishAsync(value(5), executor);
        assertThat(two.cancel(false)).isTrue();
        assertThat(three.cancel(false)).isTrue();
        gate.open();
        assertThat(five).succeedsWithin(LONG);
        assertThat(failing).failsWithin(LONG);
        assertThat(failing.exceptionNow()).isSameAs(cause);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(0L, 1L, 5L);
    }

    @Test
    void shouldFailAllThatWaitWhenThePipelineIsClosed() {
        List<CompletableFuture<Long>> later = IntStream.range(0, 10_000)
                .mapToObj(number -> pipeline.publishAsync(value(number), Runnable::run))
                .toList();
        Thread closer = start(() -> pipeline.close(LONG));
        Await.until("they are refused", () -> later.stream().allMatch(CompletableFuture::isCompletedExceptionally));
        gate.open();
        awaitEnd(closer);
        assertThat(seen).containsExactly(0L, 1L);
    }

    @Test
    void shouldFailWithWhatTheTranslatorThrows() {
        var cause = new IllegalStateException("ink is out");
        CompletableFuture<Long> later = pipeline.publishAsync(
                (event, sequence) -> {
                    throw cause;
                },
                Runnable::run);
        gate.open();
        Await.until("it has failed", later::isDone);
        assertThat(later.exceptionNow()).isSameAs(cause);
        assertThat(pipeline.publishAsync(value(4), Runnable::run)).succeedsWithin(LONG);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(0L, 1L, 4L);
    }

    @Test
    void shouldFailIfTheExecutorRejects() {
        var rejection = new RejectedExecutionException("not today");
        var surprise = new IllegalArgumentException("not like that");
        CompletableFuture<Long> rejected = pipeline.publishAsync(value(2), throwing(rejection));
        CompletableFuture<Long> surprised = pipeline.publishAsync(value(3), throwing(surprise));
        gate.open();
        Await.until("both have failed", () -> rejected.isDone() && surprised.isDone());
        assertThat(rejected.exceptionNow()).isSameAs(rejection);
        assertThat(surprised.exceptionNow()).isSameAs(surprise);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(pipeline.failure()).isEmpty();
        assertThat(seen).containsExactly(0L, 1L);
    }

    private static Executor throwing(RuntimeException e) {
        return task -> {
            throw e;
        };
    }

    @Test
    void shouldFailWhenThePipelineIsClosedBefore() {
        CompletableFuture<Long> later = pipeline.publishAsync(value(2), Runnable::run);
        Thread closer = start(() -> pipeline.close(LONG));
        Await.until("it is refused", later::isDone);
        assertThat(later.exceptionNow()).isInstanceOf(PipelineClosedException.class);
        gate.open();
        awaitEnd(closer);
        assertThat(pipeline.publishAsync(value(2), Runnable::run).exceptionNow())
                .isInstanceOf(PipelineClosedException.class);
        assertThat(seen).containsExactly(0L, 1L);
    }

    @Test
    void shouldPublishNothingThatWasCancelled() {
        CompletableFuture<Long> later = pipeline.publishAsync(value(2), Runnable::run);
        assertThat(later.cancel(false)).isTrue();
        gate.open();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(0L, 1L);
    }

    @Test
    void shouldFailIfTheExecutorsSchedulerIsClosedBeforeItsTurn() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var handedOver = new CountDownLatch(1);
        var stop = new CompletableFuture<String>();
        Scheduler other = Scheduler.builder()
                .name("other")
                .workers(1)
                .maxSpareWorkers(0)
                .daemon(true)
                .build();
        other.execute(() -> {
            begun.countDown();
            stop.join();
        });
        begun.await();
        Strand strand = other.newStrand();
        CompletableFuture<Long> later = pipeline.publishAsync(value(2), task -> {
            strand.execute(task);
            handedOver.countDown();
        });
        gate.open();
        handedOver.await();

        assertThat(other.close(Duration.ZERO).abandonedTasks()).isEqualTo(1);

        stop.complete("no interrupt ends it before");
        assertThat(later).isCompletedExceptionally();
        assertThat(later.exceptionNow()).isInstanceOf(RejectedExecutionException.class);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(0L, 1L);
    }

    @Test
    void shouldRunEachThatWaitsOnce() {
        var runs = new AtomicInteger();
        Executor counting = task -> {
            runs.incrementAndGet();
            task.run();
        };
        List<CompletableFuture<Long>> later = IntStream.range(0, 1000)
                .mapToObj(number -> pipeline.publishAsync(value(number), counting))
                .toList();
        gate.open();
        later.forEach(publication -> assertThat(publication).succeedsWithin(LONG));
        assertThat(runs).hasValue(later.size());
    }

    @Test
    void shouldGoOnBesideAnExecutorThatRunsNothingWhenTheOthersAreDone() {
        List<CompletableFuture<Long>> others = IntStream.range(0, 16)
                .mapToObj(number -> pipeline.publishAsync(value(number), oneOfItsOwn()))
                .toList();
        Executor dead = task -> {};
        List<CompletableFuture<Long>> lost = IntStream.range(0, 10)
                .mapToObj(number -> pipeline.publishAsync(value(number), dead))
                .toList();
        CompletableFuture<Long> live = pipeline.publishAsync(value(7), oneOfItsOwn());
        gate.open();
        Await.until("the others are done", () -> others.stream().allMatch(CompletableFuture::isDone));
        Await.until("it goes on", live::isDone);
        assertThat(lost).noneMatch(CompletableFuture::isDone);
    }

    private static Executor oneOfItsOwn() {
        return new Executor() {
            @Override
            public void execute(Runnable task) {
                task.run();
            }
        };
    }
}
