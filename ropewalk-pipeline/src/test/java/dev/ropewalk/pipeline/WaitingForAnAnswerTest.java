package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler may ask for what doesn't wait, but not wait for the answer, nor for what depends on it. */
class WaitingForAnAnswerTest extends PipelineTests {
    /** How the handler waits. */
    enum Wait {
        JOIN,
        GET,
        GET_FOR_A_TIME,
        JOIN_WHAT_FOLLOWS,
        JOIN_WHAT_FOLLOWS_THAT;

        void await(CompletableFuture<?> answer) throws Exception {
            switch (this) {
                case JOIN -> answer.join();
                case GET -> answer.get();
                case GET_FOR_A_TIME -> answer.get(20, TimeUnit.SECONDS);
                case JOIN_WHAT_FOLLOWS -> answer.thenApply(value -> value).join();
                case JOIN_WHAT_FOLLOWS_THAT ->
                    answer.thenApply(value -> value).thenRun(() -> {}).join();
            }
        }
    }

    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<?>> answers = new CopyOnWriteArrayList<>();
    private final AtomicReference<Pipeline<Event>> self = new AtomicReference<>();

    private void ask(Wait wait, CompletableFuture<?> answer) {
        answers.add(answer);
        try {
            wait.await(answer);
        } catch (Throwable e) {
            thrown.add(e);
        }
    }

    private void assertRefused(String what) {
        Await.until("it was refused", () -> !thrown.isEmpty());
        assertThat(thrown)
                .singleElement()
                .satisfies(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the handler of stage asking would wait for itself: " + what
                                + " of its own pipeline pipeline"));
        Await.until("the answer has come", answers.getFirst()::isDone);
        assertThat(answers.getFirst()).isCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedForAPublicationThatWaitsForRoom(Wait wait) throws InterruptedException {
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .capacity(1)
                .stage("asking", (event, sequence, endOfBatch) -> {
                    if (event.value == 1) {
                        Pipeline<Event> own = Objects.requireNonNull(self.get());
                        ask(wait, own.publishAsync(value(2), Runnable::run));
                    }
                })
                .build();
        self.set(pipeline);
        pipeline.publish(value(1));
        assertRefused("a publication");
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedForARebalance(Wait wait) throws InterruptedException {
        Stage<Event> stage = Stage.sharded(
                "asking",
                2,
                Event::key,
                shard -> (event, sequence, endOfBatch) -> {
                    Pipeline<Event> own = Objects.requireNonNull(self.get());
                    ask(wait, own.rebalance("asking", (owners, loads, shards) -> new int[owners.length]));
                },
                HandOver.nothing());
        Pipeline<Event> pipeline = Pipeline.builder(Event::new).stage(stage).build();
        self.set(pipeline);
        pipeline.publish(value(1));
        assertRefused("a rebalance");
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotBeRefusedOutside(boolean follows) throws Exception {
        var gate = new Gate();
        try (Pipeline<Event> pipeline =
                Pipeline.builder(Event::new).capacity(1).stage("gate", gate).build()) {
            pipeline.publish(value(1));
            CompletableFuture<Long> answer = pipeline.publishAsync(value(2), Runnable::run);
            gate.open();
            CompletableFuture<Long> awaited = follows ? answer.thenApply(sequence -> sequence) : answer;
            assertThat(awaited.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotBeRefusedOnceTheAnswerIsThere(Wait wait) throws InterruptedException {
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .capacity(2)
                .stage("asking", (event, sequence, endOfBatch) -> {
                    if (event.value == 1) {
                        Pipeline<Event> own = Objects.requireNonNull(self.get());
                        ask(wait, own.publishAsync(value(2), Runnable::run));
                    }
                })
                .build();
        self.set(pipeline);
        pipeline.publish(value(1));
        Await.until(
                "the handler has its answer",
                () -> pipeline.stats().claimed() == 2 && pipeline.remainingCapacity() == 2);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(thrown).isEmpty();
    }
}
