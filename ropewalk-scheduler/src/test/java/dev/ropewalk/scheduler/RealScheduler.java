package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes schedulers on real threads for a test, each with a name of its own, and looks at what is inside. */
public final class RealScheduler {
    private static final AtomicInteger SEQUENCE = new AtomicInteger();

    private RealScheduler() {}

    public static WorkStealingScheduler of(int workers) {
        return of(workers, UnaryOperator.identity());
    }

    public static WorkStealingScheduler of(int workers, UnaryOperator<SchedulerBuilder> options) {
        SchedulerBuilder builder =
                Scheduler.builder().name("t" + SEQUENCE.incrementAndGet()).workers(workers);
        return (WorkStealingScheduler) options.apply(builder).build();
    }

    public static String name(WorkStealingScheduler scheduler) {
        String text = scheduler.toString();
        return text.substring(text.indexOf('[') + 1, text.indexOf(','));
    }

    public static String worker(WorkStealingScheduler scheduler, int worker) {
        return name(scheduler) + "-worker-" + worker;
    }

    /** Returns when no worker has anything to do and none is thought to be held up. */
    static void awaitRest(WorkStealingScheduler scheduler) {
        Await.until(() -> "all workers rest: " + scheduler.stats(), () -> isAtRest(scheduler), Await.DEADLINE);
    }

    private static boolean isAtRest(WorkStealingScheduler scheduler) {
        for (int i = 0; i < scheduler.table.count(); i++) {
            Worker worker = scheduler.worker(i);
            if (worker.status.isAtWork()
                    && !(worker.idling.isAsleep() && !worker.hasQueued() && !worker.status.isHeldUp())) {
                return false;
            }
        }
        return true;
    }

    static int sparesAtWork(WorkStealingScheduler scheduler) {
        int count = 0;
        for (int i = scheduler.workers(); i < scheduler.table.count(); i++) {
            count += scheduler.worker(i).status.isAtWork() ? 1 : 0;
        }
        return count;
    }

    /** Ends a scheduler whose tasks all end; for {@code @AfterEach}. */
    public static void close(@Nullable Scheduler scheduler) {
        if (scheduler != null) {
            SchedulerCloseReport report = scheduler.close(Duration.ofSeconds(5));
            if (!report.stuck().isEmpty()) {
                throw new AssertionError("not closed within 5 s: " + report);
            }
        }
    }

    /** Returns when all threads of a scheduler that was closed have ended. */
    public static void awaitNoThreads(WorkStealingScheduler scheduler) {
        Await.until(
                "all threads have ended",
                () -> Stacks.threadsOf(name(scheduler)).isEmpty());
    }
}
