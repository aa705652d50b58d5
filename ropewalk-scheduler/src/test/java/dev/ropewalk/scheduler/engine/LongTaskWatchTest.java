package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.testing.CapturedLog;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the monitor says of a worker that is in one task, at moments of the test's choice. */
class LongTaskWatchTest {
    private static final long STUCK_NANOS = 100_000_000;
    private static final long LIMIT = 10 * STUCK_NANOS;
    private static final SchedulerOptions OPTIONS = new SchedulerOptions(
            "watched", 1, 0, true, false, true, 1, 1, 1, 0, 1, 0, STUCK_NANOS, 1, (thread, thrown) -> {});

    private final CapturedLog log = new CapturedLog("dev.ropewalk.scheduler");
    private final Worker worker = new WorkStealingScheduler(OPTIONS, CpuTopology.detect()).worker(0);
    private final LongTaskWatch watch = new LongTaskWatch(OPTIONS);

    @AfterEach
    void close() {
        log.close();
    }

    private List<String> warnings() {
        return log.messages(Level.WARNING, "scheduler watched: ");
    }

    /** Looks at a worker whose thread had a CPU all the time. */
    private boolean look(long now) {
        return watch.lookAndReport(worker, now, now);
    }

    @Test
    void shouldFindATaskOnceAndReportItAtIntervalsThatDouble() {
        worker.setThread(Thread.currentThread());
        worker.stats.task();
        int found = 0;
        for (long now = 0; now <= 20 * LIMIT; now += STUCK_NANOS) {
            found += look(now) ? 1 : 0;
        }

        assertThat(found).isEqualTo(1);
        assertThat(warnings()).hasSize(5);
        assertThat(warnings().getFirst())
                .contains(Thread.currentThread().getName() + " has been in one task for 1000 ms")
                .contains(getClass().getName() + ".shouldFindATaskOnce");
        assertThat(warnings().getLast()).contains(" for 16000 ms");
    }

    @Test
    void shouldFindTheNextTaskAnew() {
        worker.stats.task();
        look(0);
        assertThat(look(LIMIT)).isTrue();

        worker.stats.task();

        assertThat(look(2 * LIMIT)).isFalse();
        assertThat(look(3 * LIMIT - 1)).isFalse();
        assertThat(look(3 * LIMIT)).isTrue();
    }

    @Test
    void shouldNotCountWhatATaskSpendsInBlockingCalls() {
        worker.stats.task();
        look(0);
        worker.status.setBlocked(true);

        assertThat(look(LIMIT)).isFalse();
        worker.status.setBlocked(false);
        assertThat(look(2 * LIMIT)).isFalse();
        assertThat(look(3 * LIMIT)).isTrue();
    }

    @Test
    void shouldNotTakeTheTimeWithoutACpuForTheTasks() {
        worker.stats.task();
        watch.lookAndReport(worker, 0, 0);

        assertThat(watch.lookAndReport(worker, 5 * LIMIT, LIMIT - 1)).isFalse();
        assertThat(watch.lookAndReport(worker, 6 * LIMIT, LIMIT)).isTrue();
    }

    /** A spare worker rests between tasks, and the monitor doesn't look at it. */
    @Test
    void shouldNotTakeARestForALongTask() {
        worker.stats.task();
        look(0);
        watch.forget();

        assertThat(look(LIMIT)).isFalse();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void shouldNeverFindATaskWhereNoneIsEverStuck() {
        assertThat(LongTaskWatch.limitNanos(Long.MAX_VALUE / 2)).isEqualTo(Long.MAX_VALUE);
        assertThat(LongTaskWatch.limitNanos(STUCK_NANOS)).isEqualTo(LIMIT);
    }
}
