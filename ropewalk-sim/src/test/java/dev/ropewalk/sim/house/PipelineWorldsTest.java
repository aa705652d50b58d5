package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.HandOver;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.PipelineClosedException;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pipelines under many schedules. */
class PipelineWorldsTest {
    /** An event. */
    static final class Order {
        long value;
    }

    /** How the stages wait. */
    enum Waiting {
        STRAND,
        PARKING,
        BUSY_SPIN,
        YIELDING,
        BACK_OFF;

        PipelineBuilder<Order> builder(Simulation simulation) {
            PipelineBuilder<Order> builder =
                    Pipeline.builder(Order::new).name("orders").capacity(4);
            return switch (this) {
                case STRAND -> builder.scheduler(simulation.scheduler());
                case PARKING -> builder.waiting(WaitStrategy.parking()).producerWaiting(WaitStrategy.parking());
                case BUSY_SPIN -> builder.waiting(WaitStrategy.busySpin()).producerWaiting(WaitStrategy.busySpin());
                case YIELDING -> builder.waiting(WaitStrategy.yielding()).producerWaiting(WaitStrategy.yielding());
                case BACK_OFF -> builder.waiting(WaitStrategy.backOff()).producerWaiting(WaitStrategy.backOff());
            };
        }
    }

    private static void publish(Pipeline<Order> pipeline, long from, long to) {
        try {
            for (long value = from; value < to; value++) {
                long next = value;
                pipeline.publish((order, sequence) -> order.value = next);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Long> range(long to) {
        return LongStream.range(0, to).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachEventOnceInEachStage(Waiting waiting) {
        Worlds.check(simulation -> {
            List<Long> first = new ArrayList<>();
            List<Long> second = new ArrayList<>();
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .stage("first", (order, sequence, endOfBatch) -> first.add(order.value))
                    .stage("second", (order, sequence, endOfBatch) -> {
                        assertThat(first).contains(order.value);
                        second.add(order.value);
                    })
                    .build();
            simulation.start("low", () -> publish(pipeline, 0, 6));
            simulation.start("high", () -> publish(pipeline, 6, 12));
            simulation.run();
            assertThat(first).containsExactlyInAnyOrderElementsOf(range(12));
            assertThat(second).isEqualTo(first);
            assertThat(pipeline.close(Duration.ofSeconds(1)).isComplete()).isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleWhatWasPublishedBeforeItCloses(Waiting waiting) {
        Worlds.check(simulation -> {
            List<Long> handled = new ArrayList<>();
            List<Long> published = new ArrayList<>();
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .singleProducer(true)
                    .stage("stage", (order, sequence, endOfBatch) -> handled.add(order.value))
                    .build();
            simulation.start("producer", () -> {
                try {
                    for (long value : range(10)) {
                        publish(pipeline, value, value + 1);
                        published.add(value);
                    }
                } catch (PipelineClosedException closed) {
                    assertThat(published).isNotNull();
                }
            });
            simulation.start("closer", pipeline::close);
            simulation.run();
            assertThat(handled).isEqualTo(published);
            assertThat(pipeline.awaitTermination(Duration.ofSeconds(1))).isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldAddAndRemoveStagesWhileEventsPass(Waiting waiting) {
        Worlds.check(simulation -> {
            List<Long> handled = new ArrayList<>();
            List<Long> seen = new ArrayList<>();
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .stage("first", (order, sequence, endOfBatch) -> handled.add(order.value))
                    .build();
            simulation.start("producer", () -> publish(pipeline, 0, 12));
            simulation.start("adder", () -> {
                pipeline.add(Stage.<Order>of("added", (order, sequence, endOfBatch) -> seen.add(order.value))
                        .after("first"));
                try {
                    assertThat(pipeline.remove("added")).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            simulation.run();
            assertThat(handled).isEqualTo(range(12));
            assertThat(handled).containsAll(seen);
            assertThat(seen).isSorted();
            pipeline.close();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOrderOfKeysWhileShardsAreRebalanced(Waiting waiting) {
        Worlds.check(simulation -> {
            List<List<Long>> ofKeys = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .stage(Stage.sharded(
                            "shards", 2, (Order order) -> order.value % 3, shard -> keeper(ofKeys), HandOver.nothing()))
                    .build();
            simulation.start("producer", () -> publish(pipeline, 0, 15));
            var balanced = new CompletableFuture<Object>();
            simulation.start("balancer", () -> {
                var _ = pipeline.rebalance("shards").thenAccept(balanced::complete);
            });
            simulation.run();
            assertThat(balanced).isCompleted();
            for (int key = 0; key < 3; key++) {
                assertThat(ofKeys.get(key)).hasSize(5).isSorted();
            }
            pipeline.close();
        });
    }

    private static EventHandler<Order> keeper(List<List<Long>> ofKeys) {
        return (order, sequence, endOfBatch) ->
                ofKeys.get((int) (order.value % 3)).add(order.value);
    }

    @ParameterizedTest
    @EnumSource
    void shouldShareEventsAmongWorkers(Waiting waiting) {
        Worlds.check(simulation -> {
            List<Long> handled = new ArrayList<>();
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .workers(3, worker -> (order, sequence, endOfBatch) -> handled.add(order.value))
                    .build();
            simulation.start("producer", () -> publish(pipeline, 0, 12));
            simulation.run();
            assertThat(handled).containsExactlyInAnyOrderElementsOf(range(12));
            pipeline.close();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldTryAgainAfterAPause(Waiting waiting) {
        Worlds.check(simulation -> {
            List<Long> handled = new ArrayList<>();
            int[] failures = new int[1];
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .onFailure(failure -> failures[0]++)
                    .stage(Stage.<Order>of("stage", (order, sequence, endOfBatch) -> {
                                if (order.value == 3 && failures[0] < 2) {
                                    throw new IllegalStateException("not yet");
                                }
                                handled.add(order.value);
                            })
                            .onFailure(FailurePolicy.retry(3, Duration.ofSeconds(1), Duration.ofSeconds(1))))
                    .build();
            publish(pipeline, 0, 6);
            simulation.run();
            assertThat(handled).isEqualTo(range(6));
            assertThat(simulation.time()).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(1));
            pipeline.close();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldPublishLaterWhenThereIsRoom(Waiting waiting) {
        Worlds.check(simulation -> {
            List<Long> handled = new ArrayList<>();
            List<CompletableFuture<Long>> published = new ArrayList<>();
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .stage("stage", (order, sequence, endOfBatch) -> handled.add(order.value))
                    .build();
            for (long value : range(12)) {
                published.add(pipeline.publishAsync((order, sequence) -> order.value = value, simulation.scheduler()));
            }
            simulation.run();
            assertThat(published).allMatch(CompletableFuture::isDone);
            assertThat(handled).isEqualTo(range(12));
            pipeline.close();
        });
    }

    /** On virtual threads alone: a platform thread is alive for some time after its part in the simulation has ended. */
    @ParameterizedTest
    @EnumSource
    void shouldGiveUpTheClaimOfAThreadThatHasEnded(Waiting waiting) {
        Simulations.check(SimulationOptions.defaults().runs(300), simulation -> {
            List<Long> handled = new ArrayList<>();
            Pipeline<Order> pipeline = waiting.builder(simulation)
                    .stage("stage", (order, sequence, endOfBatch) -> handled.add(order.value))
                    .build();
            simulation.start("leaver", () -> claim(pipeline.producer()));
            simulation.start("producer", () -> publish(pipeline, 0, 8));
            simulation.run();
            assertThat(handled).isEqualTo(range(8));
            pipeline.close();
        });
    }

    private static EventClaim<Order> claim(Producer<Order> producer) {
        try {
            return producer.claim();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldSeeADeadlockOfAProducerAndAPollerThatNeverPolls() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Worlds.check(simulation -> {
                    Pipeline<Order> pipeline =
                            Waiting.PARKING.builder(simulation).build();
                    var ignored = pipeline.poller("never");
                    simulation.start("producer", () -> publish(pipeline, 0, 5));
                    simulation.run();
                }))
                .withMessageContaining("producer");
    }
}
