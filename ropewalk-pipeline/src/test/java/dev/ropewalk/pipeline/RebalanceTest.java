package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.pipeline.stage.Balancer;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How keys of a sharded stage go to other shards. */
class RebalanceTest {
    private static final int SHARDS = 3;

    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    private static void publish(Pipeline<Event> pipeline, int key) throws InterruptedException {
        pipeline.publish((event, sequence) -> event.key = key);
    }

    private static RebalanceReport await(CompletableFuture<RebalanceReport> report)
            throws InterruptedException, ExecutionException {
        Await.until("rebalanced", report::isDone);
        return report.get();
    }

    private static void awaitIdle(Pipeline<Event> pipeline) {
        Await.until(
                "all handled", () -> pipeline.stats().stages().values().stream().allMatch(stage -> stage.lag() == 0));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSpreadTheKeysOfABusyShard(Running running) throws Exception {
        var counts = new AtomicLongArray(SHARDS);
        var ownerOfKey = new AtomicIntegerArray(90);
        Stage<Event> stage = Stage.sharded(
                "s",
                SHARDS,
                Event::key,
                shard -> (event, sequence, endOfBatch) -> {
                    counts.incrementAndGet(shard);
                    ownerOfKey.set(event.key, shard);
                },
                HandOver.nothing());
        try (Pipeline<Event> pipeline = running.builder(scheduler).stage(stage).build()) {
            for (int key = 0; key < 90; key++) {
                publish(pipeline, key);
            }
            awaitIdle(pipeline);
            List<Integer> busy = IntStream.range(0, 90)
                    .filter(key -> ownerOfKey.get(key) == 1)
                    .boxed()
                    .toList();
            assertThat(busy.size()).isBetween(15, 45);
            for (int round = 0; round < 20; round++) {
                for (int key : busy) {
                    publish(pipeline, key);
                }
            }
            awaitIdle(pipeline);

            RebalanceReport report = await(pipeline.rebalance("s"));

            assertThat(report.before()).isEqualTo(list(counts));
            assertThat(report.before().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(90 + 20L * busy.size());
            assertThat(report.heaviestBefore()).isEqualTo(21L * busy.size());
            assertThat(report.heaviestAfter()).isLessThan(report.heaviestBefore() / 2);
            assertThat(report.movedBuckets()).isPositive();

            List<Long> first = list(counts);
            for (int key = 0; key < 90; key++) {
                publish(pipeline, key);
            }
            for (int round = 0; round < 20; round++) {
                for (int key : busy) {
                    publish(pipeline, key);
                }
            }
            awaitIdle(pipeline);
            List<Long> second = IntStream.range(0, SHARDS)
                    .mapToObj(shard -> counts.get(shard) - first.get(shard))
                    .toList();
            assertThat(second).isEqualTo(report.after());
            assertThat(await(pipeline.rebalance("s")).movedBuckets()).isZero();
        }
    }

    private static List<Long> list(AtomicLongArray array) {
        return IntStream.range(0, array.length()).mapToObj(array::get).toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSwitchShardsThatAreIdle(Running running) throws Exception {
        var shards = new ConcurrentLinkedQueue<Integer>();
        Stage<Event> stage = Stage.sharded(
                "s",
                SHARDS,
                Event::key,
                shard -> (event, sequence, endOfBatch) -> shards.add(shard),
                HandOver.nothing());
        try (Pipeline<Event> pipeline = running.builder(scheduler).stage(stage).build()) {
            for (int owner = 0; owner < SHARDS; owner++) {
                RebalanceReport report = await(pipeline.rebalance("s", allTo(owner)));
                assertThat(report.movedBuckets()).isPositive();
                publish(pipeline, 7);
                awaitIdle(pipeline);
            }
        }
        assertThat(shards).containsExactly(0, 1, 2);
    }

    private static Balancer allTo(int owner) {
        return (owners, loads, shards) ->
                IntStream.range(0, owners.length).map(bucket -> owner).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRebalanceFromItsOwnHandler(Running running) throws Exception {
        Queue<CompletableFuture<RebalanceReport>> reports = new ConcurrentLinkedQueue<>();
        var pipelines = new CompletableFuture<Pipeline<Event>>();
        Stage<Event> stage = Stage.sharded(
                "s",
                SHARDS,
                Event::key,
                shard -> (event, sequence, endOfBatch) ->
                        reports.add(pipelines.join().rebalance("s", allTo((shard + 1) % SHARDS))),
                HandOver.nothing());
        try (Pipeline<Event> pipeline =
                running.builder(scheduler).capacity(16).stage(stage).build()) {
            pipelines.complete(pipeline);
            for (int key = 0; key < 50; key++) {
                publish(pipeline, key);
            }
            awaitIdle(pipeline);
            assertThat(reports).hasSize(50);
            for (CompletableFuture<RebalanceReport> report : reports) {
                await(report);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhatIsPendingWhenTheStageIsRemoved(Running running) throws Exception {
        var begun = new CountDownLatch(1);
        var gate = new CountDownLatch(1);
        Stage<Event> stage = Stage.sharded(
                "s",
                2,
                Event::key,
                shard -> (event, sequence, endOfBatch) -> {
                    begun.countDown();
                    gate.await();
                },
                HandOver.nothing());
        try (Pipeline<Event> pipeline = running.builder(scheduler).stage(stage).build()) {
            publish(pipeline, 1);
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            var pending = pipeline.rebalance("s", allTo(0));
            var behind = pipeline.rebalance("s", allTo(1));
            assertThat(pending).isNotDone();
            var removed = new CompletableFuture<Boolean>();
            Thread.ofPlatform().start(() -> {
                try {
                    removed.complete(pipeline.remove("s"));
                } catch (Throwable e) {
                    removed.completeExceptionally(e);
                }
            });
            Await.until("one shard has ended", pending::isDone);
            gate.countDown();
            assertThat(removed.get(20, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(pending::get)
                    .hasRootCauseMessage("stage s was removed from the pipeline pipeline and can't be rebalanced");
            assertThatThrownBy(behind::get).hasRootCauseInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhatIsPendingWhenThePipelineFails(Running running) throws Exception {
        var begun = new CountDownLatch(1);
        var gate = new CountDownLatch(1);
        Stage<Event> stage = Stage.<Event, EventHandler<Event>>sharded(
                        "s",
                        2,
                        Event::key,
                        shard -> (event, sequence, endOfBatch) -> {
                            begun.countDown();
                            gate.await();
                            throw new IllegalArgumentException("wrong");
                        },
                        HandOver.nothing())
                .onFailure(FailurePolicy.stop());
        try (Pipeline<Event> pipeline =
                running.builder(scheduler).onFailure(failure -> {}).stage(stage).build()) {
            publish(pipeline, 1);
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            var pending = pipeline.rebalance("s", allTo(0));
            gate.countDown();
            Await.until("the request is answered", pending::isDone);
            assertThatThrownBy(pending::get)
                    .hasCauseInstanceOf(PipelineClosedException.class)
                    .hasRootCauseMessage("wrong");
            assertThatThrownBy(() -> pipeline.rebalance("s")).isInstanceOf(PipelineClosedException.class);
        }
    }

    @Test
    void shouldLoseNothingWhenClosedMeanwhile() throws Exception {
        var gate = new CountDownLatch(1);
        var handled = new ConcurrentLinkedQueue<Integer>();
        Stage<Event> stage = Stage.sharded(
                "s",
                2,
                Event::key,
                shard -> (event, sequence, endOfBatch) -> {
                    gate.await();
                    handled.add(event.key);
                },
                HandOver.nothing());
        try (Pipeline<Event> pipeline =
                Pipeline.builder(Event::new).stage(stage).build()) {
            for (int key = 0; key < 20; key++) {
                publish(pipeline, key);
            }
            var pending = pipeline.rebalance("s", allTo(1));
            Thread.ofPlatform().start(gate::countDown);
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete()).isTrue();
            assertThat(handled)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 20).boxed().toList());
            Await.until("the request is answered", pending::isDone);
            assertThatThrownBy(() -> pipeline.rebalance("s"))
                    .isInstanceOf(PipelineClosedException.class)
                    .hasMessage("the pipeline pipeline is closed");
        }
    }

    /** Counts the events of each key that it has. */
    private static final class Counts implements EventHandler<Event> {
        private final Map<Integer, Integer> counts = new HashMap<>();

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            counts.merge(event.key, 1, Integer::sum);
        }

        void moveTo(Counts other, LongPredicate keys) {
            counts.entrySet().removeIf(entry -> {
                boolean moves = keys.test(entry.getKey());
                if (moves && other.counts.put(entry.getKey(), entry.getValue()) != null) {
                    throw new IllegalStateException("key " + entry.getKey() + " was with both");
                }
                return moves;
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandTheStateOfKeysOver(Running running) throws Exception {
        List<Counts> shards = Stream.generate(Counts::new).limit(SHARDS).toList();
        int keys = 50;
        int rounds = 40;
        Stage<Event> stage = Stage.sharded("s", SHARDS, Event::key, shards::get, Counts::moveTo);
        try (Pipeline<Event> pipeline = running.builder(scheduler).stage(stage).build()) {
            for (int round = 0; round < rounds; round++) {
                for (int key = 0; key < keys; key++) {
                    publish(pipeline, key);
                }
                int shift = round % SHARDS + 1;
                var _ = pipeline.rebalance(
                        "s",
                        (owners, loads, count) -> IntStream.of(owners)
                                .map(owner -> (owner + shift) % count)
                                .toArray());
            }
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        }
        Map<Integer, Integer> all = new HashMap<>();
        shards.forEach(shard -> shard.counts.forEach((key, count) -> {
            assertThat(all.put(key, count))
                    .as("key " + key + " is with two shards")
                    .isNull();
        }));
        assertThat(all)
                .hasSize(keys)
                .allSatisfy((key, count) -> assertThat(count).isEqualTo(rounds));
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndThePipelineIfAHandOverFails(Running running) throws Exception {
        HandOver<EventHandler<Event>> clumsy = (from, to, keys) -> {
            throw new IllegalArgumentException("dropped it");
        };
        Stage<Event> stage = Stage.sharded("s", 2, Event::key, shard -> (event, sequence, endOfBatch) -> {}, clumsy);
        try (Pipeline<Event> pipeline = running.builder(scheduler).stage(stage).build()) {
            var pending = pipeline.rebalance("s", allTo(1));
            Await.until("the request is answered", pending::isDone);
            assertThatThrownBy(pending::get)
                    .hasCauseInstanceOf(PipelineClosedException.class)
                    .hasRootCauseMessage("dropped it");
            assertThat(pipeline.failure().orElseThrow())
                    .hasMessageContaining("failed to hand the state of keys over from shard 0 to shard 1");
        }
    }

    @Test
    void shouldNameTheStageThatCantBeRebalanced() {
        try (Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage("plain", (event, sequence, endOfBatch) -> {})
                .stage(Stage.sharded("kept", 2, Event::key, shard -> (event, sequence, endOfBatch) -> {}))
                .build()) {
            assertThatThrownBy(() -> pipeline.rebalance("nowhere"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("there is no stage nowhere; the stages are [plain, kept]");
            assertThatThrownBy(() -> pipeline.rebalance("plain"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("stage plain isn't sharded and can't be rebalanced");
            assertThatThrownBy(() -> pipeline.rebalance("kept"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "stage kept can't be rebalanced, since it doesn't say how the state of keys goes");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportAKeyThatFailsOnceAndLoseNothingElse(Running running) throws Exception {
        var failures = new ConcurrentLinkedQueue<Failure>();
        var handled = new ConcurrentLinkedQueue<Integer>();
        Stage<Event> stage = Stage.sharded(
                "s",
                SHARDS,
                RebalanceTest::keyOrFail,
                shard -> (event, sequence, endOfBatch) -> handled.add(event.key));
        try (Pipeline<Event> pipeline =
                running.builder(scheduler).onFailure(failures::add).stage(stage).build()) {
            pipeline.publishBatch(100, (event, index) -> event.key = index);
            awaitIdle(pipeline);
        }
        List<Integer> good = new ArrayList<>(IntStream.range(0, 100).boxed().toList());
        good.removeIf(key -> key % 10 == 9);
        assertThat(handled).containsExactlyInAnyOrderElementsOf(good);
        assertThat(failures)
                .extracting(Failure::sequence)
                .containsExactly(9L, 19L, 29L, 39L, 49L, 59L, 69L, 79L, 89L, 99L);
        assertThat(failures).allSatisfy(failure -> {
            assertThat(failure.stage()).isEqualTo("s-0");
            assertThat(failure.cause()).hasMessage("no key");
        });
    }

    private static long keyOrFail(Event event) {
        if (event.key % 10 == 9) {
            throw new IllegalStateException("no key");
        }
        return event.key;
    }
}
