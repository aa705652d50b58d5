package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Foreign code that isn't the handler, but keeps a stage from going on, may not wait for that stage either. */
class CallbacksInAStageTest extends PipelineTests {
    private static final EventHandler<Event> NOTHING = (event, sequence, endOfBatch) -> {};

    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private final AtomicReference<Pipeline<Event>> self = new AtomicReference<>();

    /** Waits for the end of the pipeline, as nothing in its stages may. */
    private void awaitTheEnd() {
        try {
            boolean ignored = Objects.requireNonNull(self.get()).awaitTermination(LONG);
        } catch (Throwable e) {
            thrown.add(e);
        }
    }

    private Pipeline<Event> build(PipelineBuilder<Event> builder) {
        Pipeline<Event> pipeline = builder.build();
        self.set(pipeline);
        return pipeline;
    }

    private void assertRefused(String stage) {
        assertThat(thrown)
                .isNotEmpty()
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the handler of stage " + stage + " would wait for itself"));
    }

    private static Stage<Event> split(Gate gate) {
        return Stage.sharded("split", 2, Event::key, shard -> gate, HandOver.nothing());
    }

    private CompletableFuture<Void> rebalanced(Pipeline<Event> pipeline) {
        return pipeline.rebalance("split", (owners, loads, shards) -> {
                    var turned = new int[owners.length];
                    Arrays.setAll(turned, bucket -> 1 - owners[bucket]);
                    return turned;
                })
                .handle((report, refusal) -> {
                    awaitTheEnd();
                    return null;
                });
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatFollowsARebalance(Running running) throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = build(running.builder(scheduler).stage(split(gate)));
        pipeline.publish(value(1));
        gate.awaitEntered();
        CompletableFuture<Void> followed = rebalanced(pipeline);
        gate.open();
        Await.until("what follows has ended", followed::isDone);
        assertRefused("split");
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatFollowsARebalanceThatFailsAtTheEnd(Running running) throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = build(running.builder(scheduler).stage(split(gate)));
        pipeline.publish(value(1));
        gate.awaitEntered();
        CompletableFuture<Void> followed = rebalanced(pipeline);
        Thread closer = start(() -> pipeline.close(Duration.ZERO));
        Await.until("what follows has ended", followed::isDone);
        gate.open();
        awaitEnd(closer);
        assertRefused("split");
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
    }

    @Test
    void shouldRefuseWhatFollowsAPublicationThatFailsWithTheScheduler() throws InterruptedException {
        Pipeline<Event> pipeline =
                build(Running.STRAND.builder(scheduler).capacity(1).stage("sleepy", NOTHING));
        Poller<Event> never = pipeline.poller("never");
        pipeline.publish(value(1));
        CompletableFuture<Void> followed = pipeline.publishAsync(value(2), Runnable::run)
                .handle((sequence, refusal) -> {
                    awaitTheEnd();
                    return null;
                });
        scheduler.close();
        Thread remover = start(() -> pipeline.remove("sleepy"));
        Await.until("what follows has ended", followed::isDone);
        awaitEnd(remover);
        assertRefused("sleepy");
        never.close();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
    }

    @Test
    void shouldRefuseTheThreadFactoryOfAStageThatGoesOnInAThread() throws InterruptedException {
        Pipeline<Event> pipeline = build(Pipeline.builder(Event::new)
                .threadFactory(body -> {
                    if (self.get() != null) {
                        awaitTheEnd();
                    }
                    return Thread.ofPlatform().daemon().unstarted(body);
                })
                .stage("first", NOTHING)
                .stage(Stage.<Event>of("tail", (event, sequence, endOfBatch) -> {
                            throw new IllegalStateException("again");
                        })
                        .waiting(WaitStrategy.inline())
                        .onFailure(FailurePolicy.retry(2, Duration.ofNanos(1), Duration.ofNanos(1)))));
        assertThat(pipeline.remove("first")).isTrue();
        pipeline.publish(value(1));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertRefused("tail");
    }

    @Test
    void shouldRefuseTheWaitStrategy() {
        WaitStrategy strategy = WaitStrategy.polling(() -> new IdleStrategy() {
            @Override
            public void idle() {
                if (self.get() != null && thrown.isEmpty()) {
                    awaitTheEnd();
                }
            }

            @Override
            public void reset() {}
        });
        Pipeline<Event> pipeline =
                build(Pipeline.builder(Event::new).waiting(strategy).stage("watchful", NOTHING));
        Await.until("it was refused", () -> !thrown.isEmpty());
        assertRefused("watchful");
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }
}
