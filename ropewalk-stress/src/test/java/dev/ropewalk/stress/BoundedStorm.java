package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.BoundedExecutorBuilder;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One executor with random options, random submitters and random trouble: cancels, interrupts, deadlines, limits that move, and
 * an end at any moment. Its tasks count themselves, and its account is then checked.
 */
final class BoundedStorm {
    private static final int MAX_LIMIT = 8;
    private static final List<OverflowPolicy> POLICIES = List.of(OverflowPolicy.values());

    private final SplittableRandom random;
    private final boolean priorities;
    private final boolean callerRuns;
    private final boolean drops;
    private final BoundedExecutor executor;
    private final AtomicInteger running = new AtomicInteger();
    private volatile int bound;
    private final Queue<StormTask> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ended;

    BoundedStorm(Scheduler scheduler, long seed) {
        random = new SplittableRandom(seed);
        priorities = random.nextBoolean();
        bound = 1 + random.nextInt(MAX_LIMIT);
        BoundedExecutorBuilder builder = BoundedExecutor.builder(bound);
        if (priorities) {
            builder = builder.priorities(Duration.ofMillis(1));
        }
        if (random.nextBoolean()) {
            builder = builder.freshThreads(true);
        }
        if (random.nextBoolean()) {
            builder = builder.scheduler(scheduler);
            if (random.nextBoolean()) {
                builder = builder.onWorkers(true);
            }
        }
        OverflowPolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
        boolean bounded = random.nextBoolean() && !(priorities && policy == OverflowPolicy.DROP_OLDEST);
        if (bounded) {
            builder = builder.capacity(1 + random.nextInt(50), policy);
        }
        callerRuns = bounded && policy == OverflowPolicy.CALLER_RUNS;
        drops = bounded && policy == OverflowPolicy.DROP_OLDEST;
        executor = builder.build();
    }

    /** A task that counts how often it ran, and how many ran beside it. */
    private final class StormTask implements Runnable {
        final AtomicInteger runs = new AtomicInteger();
        final int spins;
        final Thread submitter = Thread.currentThread();
        boolean accepted;

        @Nullable
        Future<?> future;

        StormTask(int spins) {
            this.spins = spins;
        }

        @Override
        public void run() {
            boolean beside = callerRuns && Thread.currentThread().equals(submitter);
            if (!beside) {
                int now = running.incrementAndGet();
                if (now > bound) {
                    failure.compareAndSet(null, new AssertionError(now + " in flight, the limit is " + bound));
                }
            }
            runs.incrementAndGet();
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            if (spins % 16 == 1) {
                Thread.currentThread().interrupt();
            }
            if (!beside) {
                running.decrementAndGet();
            }
            if (spins % 64 == 3 && future == null && !callerRuns) {
                throw new StormException();
            }
        }
    }

    private static final class StormException extends RuntimeException {
        private static final long serialVersionUID = 1;

        StormException() {
            super("as told", null, false, false);
        }
    }

    /** Runs the storm; returns how many tasks were submitted. */
    long run() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (!(thrown instanceof StormException)) {
                failure.compareAndSet(null, thrown);
            }
        });
        try {
            List<Thread> submitters = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                SplittableRandom own = random.split();
                submitters.add(Thread.ofPlatform().start(() -> submitMany(own)));
            }
            for (int i = random.nextInt(60); i > 0; i--) {
                move(1 + random.nextInt(MAX_LIMIT));
                if (random.nextInt(8) == 0) {
                    submitters.get(random.nextInt(submitters.size())).interrupt();
                }
                Thread.onSpinWait();
            }
            List<Runnable> handedBack = end(submitters);
            check(handedBack);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        return tasks.size();
    }

    /** The bound that tasks check goes up before the limit, and down when those above it have gone. */
    private void move(int limit) {
        bound = Math.max(bound, limit);
        executor.setLimit(limit);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (executor.stats().inFlight() > limit) {
            assertThat(System.nanoTime() - deadline)
                    .as(() -> executor.stats().toString())
                    .isNegative();
            Thread.onSpinWait();
        }
        bound = limit;
    }

    private List<Runnable> end(List<Thread> submitters) throws InterruptedException {
        List<Runnable> handedBack = List.of();
        if (random.nextBoolean()) {
            for (Thread submitter : submitters) {
                submitter.join();
            }
            executor.shutdown();
        } else {
            handedBack = executor.shutdownNow();
        }
        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS))
                .as(() -> executor + " ends: " + executor.stats())
                .isTrue();
        ended = true;
        for (Thread submitter : submitters) {
            submitter.join();
        }
        return handedBack;
    }

    private void submitMany(SplittableRandom own) {
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 2_000 && !executor.isShutdown(); i++) {
            submit(new StormTask(own.nextInt(200)), own, futures);
            if (!futures.isEmpty() && own.nextInt(3) == 0) {
                boolean ignored = futures.get(own.nextInt(futures.size())).cancel(own.nextBoolean());
            }
        }
    }

    private void submit(StormTask task, SplittableRandom own, List<Future<?>> futures) {
        TaskOptions options = TaskOptions.defaults().priority(priorities ? own.nextInt(10) : 0);
        if (own.nextInt(4) == 0) {
            options = options.deadline(Duration.ofNanos(1 + own.nextInt(2_000_000)));
        }
        tasks.add(task);
        try {
            if (own.nextBoolean()) {
                task.future = executor.submit(task, options);
                futures.add(task.future);
            } else if (options.deadline().isEmpty()) {
                executor.execute(task, options);
            } else {
                return;
            }
            task.accepted = true;
        } catch (RejectedExecutionException refused) {
            boolean ignored = Thread.interrupted();
        }
    }

    private void check(List<Runnable> handedBack) {
        assertThat(ended).isTrue();
        assertThat(failure).hasValue(null);
        assertThat(running).hasValue(0);
        AdmissionStats stats = executor.stats();
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.waiting()).isZero();
        Set<Runnable> back = Collections.newSetFromMap(new IdentityHashMap<>());
        back.addAll(handedBack);
        for (StormTask task : tasks) {
            checkTask(task, back);
        }
    }

    private void checkTask(StormTask task, Set<Runnable> handedBack) {
        int runs = task.runs.get();
        Future<?> future = task.future;
        if (!task.accepted) {
            assertThat(runs).as("runs of a task that was refused").isZero();
        } else if (future == null) {
            assertThat(runs).as("runs of a plain task").isBetween(handedBack.contains(task) || drops ? 0 : 1, 1);
        } else if (future.isDone()) {
            assertThat(runs).as("runs of a submitted task").isLessThanOrEqualTo(1);
            assertThat(runs == 1 || future.state() != Future.State.SUCCESS)
                    .as("a success has run")
                    .isTrue();
        } else {
            assertThat(runs).as("runs of a task that was handed back").isZero();
            assertThat(handedBack).contains((Runnable) future);
        }
    }
}
