package dev.ropewalk.stress;

import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One pipeline with a random graph, random producers and random trouble, whose account is then checked. */
final class PipelineStorm {
    static final int MAX_STAGES = 6;
    private static final List<WaitStrategy> STRATEGIES = List.of(
            WaitStrategy.yielding(),
            WaitStrategy.backOff(),
            WaitStrategy.parking(),
            WaitStrategy.parking(0),
            WaitStrategy.strand(),
            WaitStrategy.strand());

    private final Scheduler scheduler;
    private final SplittableRandom random;
    private final String name;
    private final List<StormStage> stages = new ArrayList<>();
    private final List<StormStage> guests = new ArrayList<>();
    private final List<StormProducer> producers = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private boolean stops;

    PipelineStorm(Scheduler scheduler, long seed) {
        this.scheduler = scheduler;
        random = new SplittableRandom(seed);
        name = "storm" + Long.toHexString(seed);
    }

    void failed(Throwable wrong) {
        failure.compareAndSet(null, wrong);
    }

    /** Runs the storm; returns how often an event was handled. */
    long run() throws Exception {
        boolean single = random.nextInt(4) == 0;
        Pipeline<StormItem> pipeline = build(single);
        List<Thread> threads = new ArrayList<>();
        for (int i = single ? 1 : 1 + random.nextInt(4); i > 0; i--) {
            var producer = new StormProducer(this, pipeline, i, single, random.split());
            producers.add(producer);
            threads.add(Thread.ofPlatform().daemon().name(name + "-producer").start(producer));
        }
        trouble(pipeline, threads);
        boolean early = random.nextInt(3) == 0;
        if (!early) {
            Deadline.await(
                    "producers end", () -> threads.stream().noneMatch(Thread::isAlive), () -> name + pipeline.stats());
        }
        PipelineCloseReport report = pipeline.close(Duration.ofSeconds(20));
        Deadline.await(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith(name + "-")),
                () -> name + report + pipeline.stats());
        return check(pipeline, report, single && early);
    }

    private Pipeline<StormItem> build(boolean single) {
        PipelineBuilder<StormItem> builder = Pipeline.<StormItem>builder(StormItem::new)
                .name(name)
                .scheduler(scheduler)
                .onFailure(told -> {
                    if (told.cause() instanceof AssertionError) {
                        failed(told.cause());
                    }
                })
                .capacity(1 << random.nextInt(8))
                .singleProducer(single);
        if (random.nextBoolean()) {
            builder = builder.clear(this::clear);
        }
        for (int number = 1 + random.nextInt(MAX_STAGES); number > 0; number--) {
            builder = builder.stage(newStage(stages.size()));
        }
        return builder.build();
    }

    private void clear(StormItem item) {
        try {
            item.write(StormItem.ABORTED);
        } catch (AssertionError wrong) {
            failed(wrong);
        }
    }

    private Stage<StormItem> newStage(int number) {
        List<StormStage> after = new ArrayList<>();
        for (StormStage before : stages) {
            if (random.nextInt(3) == 0) {
                after.add(before);
            }
        }
        var policies = StormStage.Policy.values();
        StormStage.Policy policy = policies[random.nextInt(policies.length - (random.nextInt(4) == 0 ? 0 : 1))];
        stops |= policy == StormStage.Policy.STOP;
        int shape = random.nextInt(4);
        var stage = new StormStage(this, "stage" + number, number, after, policy, shape > 1, shape == 0);
        stages.add(stage);
        int size = 1 + random.nextInt(3);
        Stage<StormItem> made = switch (shape) {
            case 0 -> Stage.sharded(stage.name(), size, StormItem::key, shard -> stage.handler());
            case 1 -> Stage.workers(stage.name(), size, worker -> stage.handler());
            default -> Stage.of(stage.name(), stage.handler());
        };
        made = made.after(names(after)).waiting(shape > 1 ? waiting(after) : anyStrategy());
        if (random.nextBoolean()) {
            made = made.maxBatch(1 + random.nextInt(9));
        }
        return made.onFailure(
                switch (policy) {
                    case SKIP -> FailurePolicy.skip();
                    case STOP -> FailurePolicy.stop();
                    case RETRY -> FailurePolicy.retry(StormStage.RETRIES, pause(), Duration.ofMillis(1));
                    case REWIND -> FailurePolicy.rewind(StormStage.RETRIES, pause(), Duration.ofMillis(1));
                });
    }

    private WaitStrategy anyStrategy() {
        return STRATEGIES.get(random.nextInt(STRATEGIES.size()));
    }

    /** Returns how a stage of one handler waits. */
    private WaitStrategy waiting(List<StormStage> after) {
        return !after.isEmpty() && random.nextInt(4) == 0 ? WaitStrategy.inline() : anyStrategy();
    }

    private Duration pause() {
        return random.nextBoolean() ? Duration.ZERO : Duration.ofNanos(1 + random.nextInt(50_000));
    }

    private static String[] names(List<StormStage> of) {
        return of.stream().map(StormStage::name).toArray(String[]::new);
    }

    /** Adds and removes stages and pollers, and interrupts producers. */
    private void trouble(Pipeline<StormItem> pipeline, List<Thread> threads) throws Exception {
        for (int round = random.nextInt(12); round > 0; round--) {
            try {
                List<StormStage> after =
                        random.nextBoolean() ? List.of() : List.of(stages.get(random.nextInt(stages.size())));
                var guest = StormStage.guest(this, "guest" + round, after);
                if (random.nextInt(3) == 0) {
                    poll(pipeline, guest, after);
                } else {
                    pipeline.add(Stage.<StormItem>of(guest.name(), guest.handler())
                            .after(names(after))
                            .waiting(waiting(after)));
                    guests.add(guest);
                    LockSupport.parkNanos(random.nextInt(1_000_000));
                    boolean ignored = random.nextBoolean() && pipeline.remove(guest.name());
                }
            } catch (dev.ropewalk.pipeline.PipelineClosedException e) {
                return;
            }
            threads.get(random.nextInt(threads.size())).interrupt();
        }
    }

    private void poll(Pipeline<StormItem> pipeline, StormStage guest, List<StormStage> after) throws Exception {
        try (Poller<StormItem> poller = pipeline.poller(guest.name(), names(after))) {
            guests.add(guest);
            var handler = guest.handler();
            for (int polls = random.nextInt(200); polls > 0; polls--) {
                boolean ignored = poller.poll(1 + random.nextInt(16), handler) > 0;
            }
        }
    }

    private long check(Pipeline<StormItem> pipeline, PipelineCloseReport report, boolean mayLeave) {
        String what = name + " " + report + " " + pipeline.failure();
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new AssertionError(what, wrong);
        }
        if (pipeline.failure().isPresent() && !stops) {
            throw new AssertionError(what);
        }
        if (!report.isComplete() && pipeline.failure().isEmpty() && !mayLeave) {
            throw new AssertionError(what + pipeline.stats());
        }
        Set<Long> published = new HashSet<>();
        Set<Long> doubtful = new HashSet<>();
        producers.forEach(producer -> {
            published.addAll(producer.published());
            doubtful.addAll(producer.doubtful());
        });
        long handled = 0;
        Map<Long, Long> ids = new TreeMap<>();
        for (StormStage stage : stages) {
            if (pipeline.failure().isEmpty()) {
                handled += stage.checkAttempts();
            }
            Set<Long> seen = new HashSet<>(stage.values());
            if (seen.size() != stage.values().size()) {
                throw new AssertionError(what + ": " + stage.name() + " saw an event at two sequences");
            }
            long missing = published.stream()
                    .filter(id -> !seen.contains(id) && !stage.mayBeDroppedBefore(id))
                    .count();
            if (missing > report.unhandled().getOrDefault(stage.name(), 0L)) {
                throw new AssertionError(what + ": " + missing + " are missing in " + stage.name() + pipeline.stats());
            }
            seen.removeAll(published);
            seen.removeAll(doubtful);
            if (!seen.isEmpty()) {
                throw new AssertionError(what + ": " + stage.name() + " saw what nobody published: " + seen);
            }
            checkSame(what, ids, stage);
        }
        guests.forEach(guest -> {
            checkSame(what, ids, guest);
            checkRun(what, ids, guest);
        });
        return handled;
    }

    private static void checkSame(String what, Map<Long, Long> ids, StormStage stage) {
        stage.ids().forEach((sequence, id) -> {
            Long other = ids.putIfAbsent(sequence, id);
            if (other != null && !other.equals(id)) {
                throw new AssertionError(what + ": stages saw different events at " + sequence);
            }
        });
    }

    /** Throws unless a guest saw each event between its first and its last. */
    private static void checkRun(String what, Map<Long, Long> ids, StormStage guest) {
        guest.checkAttempts();
        if (guest.ids().isEmpty()) {
            return;
        }
        ids.forEach((sequence, id) -> {
            if (sequence > guest.ids().firstKey()
                    && sequence < guest.ids().lastKey()
                    && !guest.ids().containsKey(sequence)
                    && !guest.mayBeDroppedBefore(id)) {
                throw new AssertionError(what + ": " + guest.name() + " missed event " + sequence);
            }
        });
    }
}
