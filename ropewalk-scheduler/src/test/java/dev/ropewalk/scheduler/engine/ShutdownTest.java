package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.RealScheduler;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.Stacks;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What closing does about tasks that don't end, and what threads do that close at once. */
class ShutdownTest {
    private static final Duration AMPLE = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    private static final long MOST_WAITING = 10_000;

    /** What an interrupted worker has at least, to leave. */
    private static final Duration GRACE = Duration.ofMillis(500);

    @Test
    void shouldLetAThreadGoOnThatAwaitsTheEnd() throws Exception {
        WorkStealingScheduler scheduler = RealScheduler.of(1);
        var waiting = new FutureTask<>(() -> scheduler.awaitTermination(AMPLE.multipliedBy(12)));
        Thread waiter = Thread.ofPlatform().daemon().start(waiting);
        Await.until("it waits", () -> waiter.getState() == Thread.State.TIMED_WAITING);

        scheduler.close(AMPLE);

        assertThat(waiting.get(AMPLE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldRefuseItsMonitorsThread() throws Exception {
        WorkStealingScheduler scheduler = RealScheduler.of(1);
        var refusal = new CompletableFuture<SchedulerCloseReport>();
        scheduler
                .monitor()
                .armInMonitor(
                        () -> {
                            try {
                                refusal.complete(scheduler.close(SHORT));
                            } catch (IllegalStateException refused) {
                                refusal.completeExceptionally(refused);
                            }
                        },
                        scheduler.nanoTime());

        assertThat(refusal)
                .failsWithin(AMPLE)
                .withThrowableThat()
                .withMessageContaining(RealScheduler.name(scheduler) + "-monitor");
        RealScheduler.close(scheduler);
    }

    @Test
    void shouldInterruptTasksWhenTheTimeIsUp() throws Exception {
        for (boolean leftInTime = false; !leftInTime; ) {
            WorkStealingScheduler scheduler = RealScheduler.of(1);
            var gate = new Gate();
            scheduler.newStrand().execute(gate);
            gate.awaitEntered();
            Thread worker = Objects.requireNonNull(scheduler.worker(0).thread());
            var left = new FutureTask<>(() -> {
                worker.join();
                return System.nanoTime();
            });
            Thread.ofPlatform().daemon().start(left);

            long begin = System.nanoTime();
            SchedulerCloseReport report = scheduler.close(Duration.ZERO);

            RealScheduler.awaitNoThreads(scheduler);
            leftInTime = left.get() - begin < GRACE.toNanos();
            if (leftInTime) {
                assertThat(report).isEqualTo(new SchedulerCloseReport(0, 0, List.of()));
            }
        }
    }

    /**
     * Whatever moment closing hits: each accepted task has run or is reported, and none begins later or runs elsewhere; one that a worker was in
     * when it was given up may end later.
     */
    @ParameterizedTest
    @EnumSource
    void shouldRunOrReportEveryTaskWhenItsTimeIsUpInTheMiddle(Placement placement) throws Exception {
        for (int repetition = 0; repetition < 20; repetition++) {
            WorkStealingScheduler scheduler = RealScheduler.of(2);
            var ran = new AtomicLong();
            Set<String> threads = ConcurrentHashMap.newKeySet();
            List<Strand> strands = new ArrayList<>();
            for (int s = 0; s < 8; s++) {
                strands.add(scheduler.newStrand(placement));
            }
            long submitted = 0;
            for (int i = 0; i < 5_000; i++) {
                for (Strand strand : strands) {
                    strand.execute(() -> {
                        ran.incrementAndGet();
                        threads.add(Thread.currentThread().getName());
                    });
                    submitted++;
                }
            }

            SchedulerCloseReport report = scheduler.close(Duration.ZERO);
            long ranThen = ran.get();
            ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.SECONDS);

            RealScheduler.awaitNoThreads(scheduler);
            assertThat(ran.get() - ranThen).as("tasks that ran after the end").isBetween(0L, (long)
                    report.stuck().size());
            assertThat(ran.get() + report.abandonedTasks()).isEqualTo(submitted);
            assertThat(threads).allMatch(name -> name.startsWith(RealScheduler.name(scheduler) + '-'));
        }
    }

    @Test
    void shouldCountTimersThatBecameDueWhileItClosed() throws Exception {
        Duration delay = Duration.ofMillis(50);
        for (boolean closedBefore = false; !closedBefore; delay = delay.multipliedBy(2)) {
            WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
            var gate = new Gate();
            Strand strand = scheduler.newStrand();
            strand.execute(gate);
            gate.awaitEntered();
            long firstDue = scheduler.nanoTime() + delay.toNanos();
            for (int i = 0; i < 10; i++) {
                scheduler.schedule(strand, () -> {}, delay);
            }
            long lastDue = scheduler.nanoTime() + delay.toNanos();
            var closing = new FutureTask<>(() -> scheduler.close(AMPLE.multipliedBy(12)));
            Thread.ofPlatform().daemon().start(closing);
            Await.until("closing has begun", () -> isRefused(scheduler));
            closedBefore = scheduler.nanoTime() - firstDue < 0;

            Await.until("all are due", () -> scheduler.nanoTime() - lastDue > 0);
            gate.open();

            SchedulerCloseReport report = closing.get(AMPLE.toSeconds(), TimeUnit.SECONDS);
            if (closedBefore) {
                assertThat(report).isEqualTo(new SchedulerCloseReport(0, 10, List.of()));
            }
        }
    }

    @Test
    void shouldGiveAllWhoCloseAtOnceTheSameReport() throws InterruptedException {
        WorkStealingScheduler scheduler = RealScheduler.of(2);
        var gate = new Gate();
        scheduler.newStrand().execute(gate);
        gate.awaitEntered();
        List<SchedulerCloseReport> reports = new CopyOnWriteArrayList<>();
        List<Thread> closers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            closers.add(Thread.ofPlatform().start(() -> reports.add(scheduler.close(AMPLE))));
        }

        Await.until("closing has begun", () -> isRefused(scheduler));
        assertThat(reports).isEmpty();
        gate.open();
        for (Thread closer : closers) {
            closer.join(AMPLE);
        }

        assertThat(reports).hasSize(8).allSatisfy(report -> assertThat(report).isSameAs(reports.getFirst()));
        assertThat(reports.getFirst().isComplete()).isTrue();
    }

    @Test
    void shouldDrainEvenIfItsCallerIsInterrupted() {
        WorkStealingScheduler scheduler = RealScheduler.of(2);
        var ran = new AtomicInteger();
        Strand strand = scheduler.newStrand();
        for (int i = 0; i < 10_000; i++) {
            strand.execute(ran::incrementAndGet);
        }
        Thread.currentThread().interrupt();

        SchedulerCloseReport report = scheduler.close(AMPLE);

        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(report.isComplete()).isTrue();
        assertThat(ran).hasValue(10_000);
    }

    @Test
    void shouldNotWaitForWorkersThatLookForWork() throws Exception {
        WorkStealingScheduler scheduler =
                RealScheduler.of(2, builder -> builder.daemon(true).spin(Duration.ofDays(1)));
        var closing = new FutureTask<>(() -> scheduler.close(Duration.ofDays(1)));
        Thread.ofPlatform().daemon().start(closing);

        assertThat(closing.get(AMPLE.toSeconds(), TimeUnit.SECONDS).isComplete())
                .isTrue();
    }

    @Test
    void shouldCountTheNapsOfSpareWorkersThatAreForgotten() {
        var options = new SchedulerOptions(
                "unstarted", 1, 1, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});
        var scheduler = new WorkStealingScheduler(options, CpuTopology.detect());
        var closing = new Shutdown(scheduler);
        scheduler.worker(0).status.setAtWork(false);
        var spare = new Worker(scheduler, options, 1);
        scheduler.table.add(spare);
        spare.stats.park();
        assertThat(closing.napsIfAllSleep()).isEqualTo(1);

        scheduler.table.forgetFrom(1);
        scheduler.worker(0).stats.park();

        assertThat(closing.napsIfAllSleep()).isEqualTo(2);
    }

    @Test
    void shouldLeaveNoThreadBehind() throws Exception {
        WorkStealingScheduler scheduler = RealScheduler.of(3);
        var gate = new Gate();
        scheduler.newStrand().execute(() -> {
            try {
                scheduler.blocking(() -> {
                    gate.run();
                    return gate;
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        gate.awaitEntered();
        assertThat(Stacks.threadsOf(RealScheduler.name(scheduler))).hasSizeGreaterThanOrEqualTo(4);
        gate.open();

        scheduler.close();

        RealScheduler.awaitNoThreads(scheduler);
    }

    @Test
    void shouldNotLoseTasksSubmittedWhileItCloses() throws InterruptedException {
        for (int repetition = 0; repetition < 50; repetition++) {
            WorkStealingScheduler scheduler = RealScheduler.of(2);
            var accepted = new AtomicLong();
            var ran = new AtomicLong();
            List<Thread> submitters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Strand strand = scheduler.newStrand();
                submitters.add(Thread.ofPlatform().start(() -> submitUntilRefused(scheduler, strand, accepted, ran)));
            }
            Await.until("all submit", () -> accepted.get() > 1_000);

            SchedulerCloseReport report = scheduler.close(AMPLE);
            for (Thread submitter : submitters) {
                submitter.join(AMPLE);
            }

            assertThat(report.isComplete()).isTrue();
            Await.until(
                    () -> accepted + " were accepted and only " + ran + " have run",
                    () -> ran.get() == accepted.get(),
                    AMPLE);
        }
    }

    /** Never so many that what waits takes long to run. */
    private static void submitUntilRefused(Scheduler scheduler, Strand strand, AtomicLong accepted, AtomicLong ran) {
        try {
            for (; ; ) {
                strand.execute(ran::incrementAndGet);
                accepted.incrementAndGet();
                scheduler.execute(ran::incrementAndGet);
                accepted.incrementAndGet();
                while (accepted.get() - ran.get() > MOST_WAITING && !isRefused(scheduler)) {
                    Await.pass(Duration.ofNanos(50_000));
                }
            }
        } catch (RejectedExecutionException expected) {
            assertThat(expected).hasMessageContaining("closed");
        }
    }

    private static boolean isRefused(Scheduler scheduler) {
        try {
            scheduler.execute(() -> {});
            return false;
        } catch (RejectedExecutionException closing) {
            return true;
        }
    }
}
