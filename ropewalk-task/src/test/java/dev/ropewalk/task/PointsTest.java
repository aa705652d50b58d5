package dev.ropewalk.task;

import static dev.ropewalk.scheduler.step.RecordingThread.kinds;
import static dev.ropewalk.scheduler.step.RecordingThread.points;
import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.RELEASE;
import static dev.ropewalk.scheduler.step.StepKind.SUBMIT;
import static dev.ropewalk.scheduler.step.StepKind.TASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.RecordingThread;
import dev.ropewalk.scheduler.step.RecordingThread.Point;
import dev.ropewalk.scheduler.step.SimulatedFault;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.run.TaskThreads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which operations announce what to a simulation, and how its faults show. */
class PointsTest {
    private final List<Point> points = new CopyOnWriteArrayList<>();

    /** Builds an executor whose threads write their points down. */
    private BoundedExecutor recorded(FaultKind... faults) {
        var threads = new TaskThreads(null, RecordingThread.factory(points, faults), false, false);
        return BoundedExecutor.builder(1).build(threads, new AdmissionLock());
    }

    @Test
    void shouldAnnounceWhatIsAskedOfAnExecutor() throws Exception {
        BoundedExecutor executor = BoundedExecutor.builder(1).name("short").build();
        List<Point> asked = points(() -> {
            executor.execute(() -> {});
            executor.setLimit(2);
            executor.stats();
            executor.shutdown();
            executor.awaitTermination(1, TimeUnit.MINUTES);
            executor.shutdownNow();
            return executor.isTerminated();
        });
        assertThat(asked).extracting(Point::kind).containsExactly(SUBMIT, ACCESS, ACCESS, CLOSE, ACCESS, CLOSE, ACCESS);
        assertThat(asked)
                .extracting(Point::resource)
                .containsOnly(asked.getFirst().resource());
        assertThat(asked.getFirst().resource()).asString().contains("short");
    }

    @Test
    void shouldAnnounceWhatIsAskedOfAFuture() throws Exception {
        try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            Future<Integer> future = executor.submit(() -> 1);
            assertThat(future.get()).isEqualTo(1);
            assertThat(kinds(() -> {
                        future.get();
                        future.get(1, TimeUnit.MINUTES);
                        future.isDone();
                        return future.cancel(true);
                    }))
                    .containsExactly(ACCESS, ACCESS, ACCESS, CLOSE);
        }
    }

    @Test
    void shouldAnnounceTheBeginningAndTheEndOfEachTask() throws Exception {
        try (BoundedExecutor executor = recorded()) {
            executor.execute(() -> {});
            assertThat(executor.submit(() -> "done").get()).isEqualTo("done");
        }
        assertThat(points).extracting(Point::kind).containsExactly(TASK, RELEASE, TASK, ACCESS, RELEASE);
        assertThat(points.get(2).resource())
                .isInstanceOf(Future.class)
                .isSameAs(points.get(3).resource());
    }

    @Test
    void shouldLetATaskFail() throws Exception {
        var ran = new FutureTask<>(() -> "ran");
        try (BoundedExecutor executor = recorded(FaultKind.TASK_FAILURE)) {
            Future<String> future = executor.submit(() -> "not run");
            assertThatThrownBy(future::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SimulatedFault.class);
            executor.execute(ran);
            assertThat(ran.get()).isEqualTo("ran");
        }
    }

    @Test
    void shouldTurnTasksAwayThoughThereIsRoom() throws Exception {
        points(
                () -> {
                    try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
                        assertThatThrownBy(() -> executor.execute(() -> {}))
                                .isInstanceOf(RejectedExecutionException.class);
                        assertThat(executor.stats().rejected()).isEqualTo(1);
                    }
                    return null;
                },
                FaultKind.REJECTION);
        points(
                () -> {
                    BoundedExecutorBuilder builder = BoundedExecutor.builder(1).capacity(1, OverflowPolicy.CALLER_RUNS);
                    try (BoundedExecutor executor = builder.build()) {
                        Callable<Thread> task = Thread::currentThread;
                        assertThat(executor.submit(task).get()).isSameAs(Thread.currentThread());
                    }
                    return null;
                },
                FaultKind.FULL);
    }

    @Test
    void shouldGiveUpTimedWaits() throws Exception {
        var gate = new CountDownLatch(1);
        BoundedExecutorBuilder builder = BoundedExecutor.builder(1).capacity(0, OverflowPolicy.BLOCK);
        try (BoundedExecutor executor = builder.build()) {
            Future<Boolean> running = executor.submit(() -> gate.await(1, TimeUnit.MINUTES));
            RecordingThread.points(
                    () -> {
                        assertThatThrownBy(() -> running.get(365, TimeUnit.DAYS))
                                .isInstanceOf(TimeoutException.class);
                        assertThat(executor.awaitTermination(365, TimeUnit.DAYS))
                                .isFalse();
                        List<Callable<String>> tasks = List.of(() -> "never run");
                        assertThatThrownBy(() -> executor.invokeAny(tasks, 365, TimeUnit.DAYS))
                                .isInstanceOf(TimeoutException.class);
                        assertThat(executor.invokeAll(tasks, 365, TimeUnit.DAYS))
                                .allMatch(Future::isCancelled);
                        return null;
                    },
                    FaultKind.CANCELLED_WAIT);
            gate.countDown();
        }
    }

    @Test
    void shouldTakeThreadsFromTheSimulation() throws Exception {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            RecordingThread.pointsWith(scheduler, () -> {
                try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
                    Callable<Optional<Scheduler>> task = Scheduler::current;
                    assertThat(executor.submit(task).get()).containsSame(scheduler);
                }
                return null;
            });
        }
    }
}
