package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskTimesTest {
    private static final Duration LONG = Duration.ofMillis(5);

    private final Scheduler scheduler = Scheduler.builder().workers(1).build();

    @AfterEach
    void close() {
        scheduler.close();
    }

    private static void takeLong() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < LONG.toNanos()) {
            LockSupport.parkNanos(LONG.toNanos());
        }
    }

    private void awaitTimes(long count) {
        Await.until(count + " tasks are timed", () -> scheduler.taskTimes().count() >= count);
    }

    @Test
    void shouldTimeNothingBeforeSomebodyAsks() throws InterruptedException {
        var done = new CountDownLatch(1);
        scheduler.execute(done::countDown);
        done.await();
        assertThat(scheduler.taskTimes().count()).isZero();
    }

    @Test
    void shouldTimeTasksOnceSomebodyHasAsked() {
        assertThat(scheduler.taskTimes().count()).isZero();
        scheduler.execute(TaskTimesTest::takeLong);
        awaitTimes(1);
        assertThat(scheduler.taskTimes().percentile(100)).isGreaterThanOrEqualTo(LONG);
    }

    @Test
    void shouldTimeMessages() {
        assertThat(scheduler.taskTimes().count()).isZero();
        MessageStrand<String> strand = scheduler.newMessageStrand(Placement.SOFT, message -> takeLong());
        strand.start();
        strand.send("first");
        awaitTimes(1);
        assertThat(scheduler.taskTimes().percentile(1)).isGreaterThanOrEqualTo(LONG);
    }

    @Test
    void shouldTimeSomeOfManyTasks() throws InterruptedException {
        assertThat(scheduler.taskTimes().count()).isZero();
        int tasks = 10_000;
        var done = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(done::countDown);
        }
        done.await();
        assertThat(scheduler.taskTimes().count()).isBetween(tasks / 128L, tasks / 32L);
    }

    @Test
    void shouldTimeTasksThatFail() {
        assertThat(scheduler.taskTimes().count()).isZero();
        scheduler.execute(() -> {
            throw new IllegalStateException("wanted by the test");
        });
        awaitTimes(1);
    }
}
