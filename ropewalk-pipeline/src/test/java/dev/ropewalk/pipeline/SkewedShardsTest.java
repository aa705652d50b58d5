package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.stage.Balancer;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random stages of shards whose keys are given to random shards again and again, while handlers fail now and then: what a
 * handler and the next stage see is compared with what the order of the ring allows.
 */
class SkewedShardsTest {
    private static final int EVENTS = 2_000;

    /** Where more threads poll than there are CPUs, each event takes as long as the operating system lets one of them run. */
    private static final int EVENTS_WHERE_THREADS_POLL = 100;

    private static final int KEYS = 40;
    private static final int ROUNDS = 3;

    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOrderOfEachKey(Running running) throws Exception {
        long first = Long.getLong("ropewalk.seed", 1);
        for (long seed = first; seed < first + ROUNDS; seed++) {
            check(running, seed);
        }
    }

    private void check(Running running, long seed) throws Exception {
        var random = new Random(seed);
        int events =
                running.strategy().settings().kind() == WaitSettings.Kind.POLLING ? EVENTS_WHERE_THREADS_POLL : EVENTS;
        int shards = 1 + random.nextInt(4);
        boolean fails = random.nextBoolean();
        var lastOfKey = new long[KEYS];
        Arrays.fill(lastOfKey, -1);
        var handled = new int[events];
        var attempts = new int[events];
        List<Long> behind = new ArrayList<>();
        Stage<Event> stage = Stage.<Event, EventHandler<Event>>sharded(
                        "s",
                        shards,
                        Event::key,
                        shard -> (event, sequence, endOfBatch) -> {
                            if (fails && sequence % 100 == 7 && attempts[(int) sequence]++ < 2) {
                                throw new IllegalStateException("not yet");
                            }
                            if (lastOfKey[event.key] < sequence) {
                                lastOfKey[event.key] = sequence;
                                handled[(int) sequence]++;
                            }
                        },
                        HandOver.nothing())
                .onFailure(FailurePolicy.retry(3, Duration.ofNanos(1000), Duration.ofNanos(5000)))
                .maxBatch(1 + random.nextInt(20));
        List<CompletableFuture<RebalanceReport>> reports = new ArrayList<>();
        try (Pipeline<Event> pipeline = running.builder(scheduler)
                .onFailure(failure -> {})
                .capacity(1 << random.nextInt(8))
                .stage(stage)
                .then((event, sequence, endOfBatch) -> behind.add(handled[(int) sequence] == 1 ? sequence : -1L))
                .build()) {
            var rebalancer = Thread.ofPlatform().unstarted(() -> {
                var choice = new Random(seed);
                while (!Thread.currentThread().isInterrupted()) {
                    RebalanceReport report =
                            pipeline.rebalance("s", shuffled(choice.nextLong())).join();
                    assertThat(report.buckets()).isEqualTo(256);
                }
            });
            var failure = new CompletableFuture<Throwable>();
            rebalancer.setUncaughtExceptionHandler((thread, thrown) -> failure.complete(thrown));
            rebalancer.start();
            for (int i = 0; i < events; i++) {
                int key = (int) Math.min(KEYS - 1, 1 / (1 - random.nextDouble()));
                pipeline.publish((event, sequence) -> event.key = key);
                if (random.nextInt(50) == 0) {
                    reports.add(pipeline.rebalance("s"));
                }
            }
            rebalancer.interrupt();
            rebalancer.join();
            assertThat(failure).as("seed %d", seed).isNotDone();
            assertThat(pipeline.close(Duration.ofSeconds(20)).isComplete())
                    .as("seed %d", seed)
                    .isTrue();
        }
        assertThat(handled).as("seed %d", seed).containsOnly(1);
        assertThat(behind)
                .as("seed %d", seed)
                .isEqualTo(LongStream.range(0, events).boxed().toList());
        for (CompletableFuture<RebalanceReport> report : reports) {
            Await.until("answered, seed " + seed, report::isDone);
        }
    }

    private static Balancer shuffled(long seed) {
        return (owners, loads, shards) ->
                new Random(seed).ints(owners.length, 0, shards).toArray();
    }
}
