package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A scheduler that has nothing to do costs nothing. */
@Tag("slow")
class IdleTest {
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final long MAX_WAKE_UPS_A_SECOND = 10;

    /** A thousandth of the window: what a few wake-ups take, and far less than any polling. */
    private static final Duration MAX_CPU = WINDOW.dividedBy(1_000);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Test
    void shouldUseNoCpuAndHardlyWakeUpWhenIdle() throws IOException {
        WorkStealingScheduler fresh = start("idle-new");
        WorkStealingScheduler timed = start("idle-tmr");
        timed.schedule(timed.newStrand(), () -> {}, Duration.ofHours(1));
        timed.scheduleAtFixedRate(timed.newStrand(), () -> {}, Duration.ofDays(1), Duration.ofDays(1));
        WorkStealingScheduler used = start("idle-use");
        keepBusy(used);
        WorkStealingScheduler blocked = start("idle-blk");
        blockOneWorker(blocked);
        List<WorkStealingScheduler> all = List.of(fresh, timed, used, blocked);
        all.forEach(IdleTest::awaitQuiet);

        List<Cost> before = new ArrayList<>();
        for (WorkStealingScheduler scheduler : all) {
            before.add(Cost.of(scheduler));
        }
        Await.pass(WINDOW);

        for (int i = 0; i < all.size(); i++) {
            Cost after = Cost.of(all.get(i));
            assertThat(Duration.ofNanos(after.cpuNanos - before.get(i).cpuNanos))
                    .as("CPU time of %s", all.get(i))
                    .isLessThan(MAX_CPU);
            assertThat(after.wakeUps - before.get(i).wakeUps)
                    .as("wake-ups of %s in %s", all.get(i), WINDOW)
                    .isLessThan(MAX_WAKE_UPS_A_SECOND * WINDOW.toSeconds());
        }
        all.forEach(RealScheduler::close);
    }

    /** What all threads of a scheduler have used since they began. */
    private record Cost(long cpuNanos, long wakeUps) {
        static Cost of(WorkStealingScheduler scheduler) throws IOException {
            return new Cost(IdleTest.cpuNanos(RealScheduler.name(scheduler)), IdleTest.wakeUps(scheduler));
        }
    }

    private static WorkStealingScheduler start(String name) {
        return RealScheduler.of(2, builder -> builder.name(name));
    }

    private static void keepBusy(WorkStealingScheduler scheduler) {
        var left = new AtomicInteger(100_000);
        for (int i = 0; i < 8; i++) {
            Strand strand = scheduler.newStrand(i % 2 == 0 ? Placement.SOFT : Placement.FREE);
            strand.execute(new Runnable() {
                @Override
                public void run() {
                    if (left.decrementAndGet() > 0) {
                        strand.execute(this);
                    }
                }
            });
        }
        Await.until("all messages are delivered", () -> left.get() <= 0);
        RealScheduler.awaitRest(scheduler);
    }

    private static void blockOneWorker(WorkStealingScheduler scheduler) {
        var gate = new Gate();
        scheduler.newStrand(Placement.PINNED, 0).execute(() -> {
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
        gate.open();
        RealScheduler.awaitRest(scheduler);
        Await.until("no spare worker is at work", () -> RealScheduler.sparesAtWork(scheduler) == 0);
    }

    /** Waits until the threads have gone to sleep, so that the start isn't measured. */
    private static void awaitQuiet(WorkStealingScheduler scheduler) {
        String name = RealScheduler.name(scheduler);
        Await.until(
                "all threads of " + name + " sleep",
                () -> Stacks.threadsOf(name).stream()
                        .allMatch(thread -> thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING));
    }

    private static long cpuNanos(String name) {
        return Stacks.threadsOf(name).stream()
                .mapToLong(thread -> THREADS.getThreadCpuTime(thread.threadId()))
                .sum();
    }

    /** Counts how often threads went to sleep: those of the process by the kernel's count, else the workers by their own. */
    private static long wakeUps(WorkStealingScheduler scheduler) throws IOException {
        Path tasks = Path.of("/proc/self/task");
        if (!Files.isDirectory(tasks)) {
            return scheduler.stats().workers().stream()
                    .mapToLong(WorkerStats::parks)
                    .sum();
        }
        long sum = 0;
        List<Path> threads;
        try (Stream<Path> entries = Files.list(tasks)) {
            threads = entries.toList();
        }
        for (Path thread : threads) {
            if (Files.exists(thread)
                    && Files.readString(thread.resolve("comm")).startsWith(RealScheduler.name(scheduler) + '-')) {
                sum += Files.readAllLines(thread.resolve("status")).stream()
                        .filter(line -> line.startsWith("voluntary_ctxt_switches"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum();
            }
        }
        return sum;
    }
}
