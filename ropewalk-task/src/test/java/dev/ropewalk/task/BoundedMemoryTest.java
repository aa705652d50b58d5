package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.task.queue.TaskFuture;
import dev.ropewalk.task.queue.TimedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;

/** What a waiting task costs. */
class BoundedMemoryTest {
    private static final int TASKS = 200_000;

    private final Gate gate = new Gate();
    private long before;
    private BoundedExecutor executor = BoundedExecutor.builder(1).build();

    /** What a task needs for itself counts as well: 16 bytes. */
    private record Work(int number) implements Runnable {
        @Override
        public void run() {}
    }

    @AfterEach
    void close() {
        executor.shutdownNow();
        gate.open();
        executor.close();
    }

    @Test
    void shouldKeepAWaitingFutureWithin32Bytes() {
        assertThat(ClassLayout.parseClass(TaskFuture.class).instanceSize()).isLessThanOrEqualTo(32);
        assertThat(ClassLayout.parseClass(TimedTask.class).instanceSize()).isLessThanOrEqualTo(64);
    }

    @Test
    void shouldKeepAWaitingPlainTaskWithin30Bytes() {
        open(BoundedExecutor.builder(1));
        for (int i = 0; i < TASKS; i++) {
            executor.execute(new Work(i));
        }
        assertThat(bytesPerTask()).isLessThan(30);
    }

    @Test
    void shouldKeepAWaitingSubmittedTaskWithin62Bytes() {
        open(BoundedExecutor.builder(1));
        for (int i = 0; i < TASKS; i++) {
            Runnable task = new Work(i);
            var ignored = executor.submit(task);
        }
        assertThat(bytesPerTask()).isLessThan(62);
    }

    @Test
    void shouldKeepAWaitingTaskWithDeadlineAndPriorityWithin150Bytes() {
        open(BoundedExecutor.builder(1).priorities(Duration.ofSeconds(1)));
        var options = TaskOptions.defaults().deadline(Duration.ofHours(1)).priority(3);
        for (int i = 0; i < TASKS; i++) {
            Runnable task = new Work(i);
            var ignored = executor.submit(task, options);
        }
        assertThat(bytesPerTask()).isLessThan(150);
    }

    @Test
    void shouldKeepNothingOfTasksThatWereCancelled() {
        open(BoundedExecutor.builder(1));
        for (int round = 0; round < 10; round++) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                futures.add(executor.submit(new Work(i)));
            }
            futures.forEach(future -> future.cancel(false));
        }
        assertThat(bytes() - before).isLessThan(100_000);
    }

    private double bytesPerTask() {
        assertThat(executor.stats().waiting()).isEqualTo(TASKS);
        return (double) (bytes() - before) / TASKS;
    }

    private long bytes() {
        return GraphLayout.parseInstance(executor).totalSize();
    }

    private void open(BoundedExecutorBuilder builder) {
        executor = builder.build();
        executor.execute(gate);
        gate.awaitEntered();
        before = bytes();
    }
}
