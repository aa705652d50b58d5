package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AbandonedTasksTest {
    private static final int QUEUED = 100_000;

    @ParameterizedTest
    @EnumSource(Placement.class)
    void shouldLeaveAbandonedTasksAloneAndCountThem(Placement placement) throws InterruptedException {
        Scheduler scheduler = Scheduler.builder().workers(2).build();
        Strand strand = scheduler.newStrand(placement);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicLong ran = new AtomicLong();
        strand.execute(() -> {
            begun.countDown();
            waitForInterrupt();
        });
        for (int i = 0; i < QUEUED; i++) {
            strand.execute(ran::incrementAndGet);
        }
        begun.await();

        SchedulerCloseReport report = scheduler.close(Duration.ZERO);

        assertThat(report.stuck()).isEmpty();
        assertThat(ran.get() + report.abandonedTasks()).isEqualTo(QUEUED);
        assertThat(report.abandonedTasks()).isPositive();
    }

    private static void waitForInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException endOfTask) {
            Thread.currentThread().interrupt();
        }
    }
}
