package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a view has beyond the contract: a scheduler under it that it shares and doesn't own. */
class ExecutorViewTest {
    /** Delays are so spread that some are due just when the scheduler closes. */
    @Test
    void shouldCompleteEveryScheduledFutureWhenTheSchedulerCloses() {
        for (int round = 0; round < 10; round++) {
            WorkStealingScheduler scheduler = RealScheduler.of(2);
            ScheduledExecutorService view = scheduler.asExecutorService();
            List<ScheduledFuture<?>> futures = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                futures.add(view.schedule(() -> {}, 1_000L * i, TimeUnit.NANOSECONDS));
            }

            scheduler.close(Duration.ofSeconds(5));

            // The common pool may still run one that was due at the last moment.
            Await.until("every future is done", () -> futures.stream().allMatch(Future::isDone));
        }
    }

    /** The closing thread is interrupted before it waits, while one task runs and another waits for its turn. */
    @Test
    void shouldCancelWhatHasNotBegunWhenCloseIsInterrupted() throws InterruptedException {
        Scheduler single = Scheduler.builder().workers(1).maxSpareWorkers(0).build();
        ExecutorService executor = single.asExecutorService();
        var running = new Gate();
        Future<?> first = executor.submit(running);
        running.awaitEntered();
        Future<?> second = executor.submit(() -> {});
        Thread.currentThread().interrupt();
        executor.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(first.isDone()).isTrue();
        assertThat(second.isCancelled()).isTrue();
        single.close();
    }

    private final Scheduler scheduler =
            Scheduler.builder().name("viewed").workers(2).build();

    @AfterEach
    void close() {
        scheduler.close(Duration.ofSeconds(5));
    }

    @Test
    void shouldLeaveTheSchedulerAndOtherViewsRunning() throws Exception {
        ScheduledExecutorService one = scheduler.asExecutorService();
        ScheduledExecutorService other = scheduler.asExecutorService();
        one.close();
        assertThat(other.isShutdown()).isFalse();
        assertThat(other.submit(() -> 1).get()).isEqualTo(1);
        var ran = new CountDownLatch(1);
        scheduler.execute(ran::countDown);
        assertThat(ran.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldNameItsStateInRejections() {
        ScheduledExecutorService view = scheduler.asExecutorService();
        assertThat(view).hasToString("ExecutorView[viewed, open]");
        var gate = new Gate();
        view.execute(gate);
        gate.awaitEntered();
        view.shutdown();
        assertThatThrownBy(() -> view.execute(gate))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining(Gate.class.getName())
                .hasMessageContaining("ExecutorView[viewed, shut down]");
        gate.open();
        Await.until("it ends", view::isTerminated);
        assertThatThrownBy(() -> view.schedule(() -> {}, 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("ExecutorView[viewed, terminated]");
    }

    @Test
    void shouldRejectWhenItsSchedulerIsClosed() {
        ScheduledExecutorService view = scheduler.asExecutorService();
        ScheduledExecutorService shutDown = scheduler.asExecutorService();
        scheduler.close();
        assertThatThrownBy(() -> view.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("its scheduler is closed");
        assertThatThrownBy(() -> view.schedule(() -> {}, 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
        shutDown.close();
        assertThat(shutDown.isTerminated()).isTrue();
    }

    @Test
    void shouldCancelWhatItsSchedulerAbandons() throws Exception {
        Scheduler closed = Scheduler.builder().workers(1).maxSpareWorkers(0).build();
        ScheduledExecutorService view = closed.asExecutorService();
        Gate gate = Gate.deaf();
        view.execute(gate);
        gate.awaitEntered();
        Future<Integer> waiting = view.submit(() -> 1);
        ScheduledFuture<Integer> delayed = view.schedule(() -> 2, 1, TimeUnit.HOURS);

        SchedulerCloseReport report = closed.close(Duration.ZERO);

        assertThat(report.abandonedTasks()).isEqualTo(1);
        assertThat(report.abandonedTimers()).isEqualTo(1);
        assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> delayed.get(5, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        view.shutdown();
        assertThat(view.isTerminated()).as("the gate still runs").isFalse();
        gate.open();
        assertThat(view.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldTellAnAbandonableTaskThatItsSchedulerAbandonsIt() {
        Scheduler closed = Scheduler.builder().workers(1).maxSpareWorkers(0).build();
        ScheduledExecutorService view = closed.asExecutorService();
        Gate gate = Gate.deaf();
        closed.execute(gate);
        gate.awaitEntered();
        var told = new AtomicInteger();
        view.execute(new Abandonable() {
            @Override
            public void run() {
                throw new AssertionError("it was abandoned");
            }

            @Override
            public void abandon() {
                told.incrementAndGet();
            }
        });
        view.shutdown();
        assertThat(view.isTerminated()).isFalse();
        closed.close(Duration.ZERO);
        assertThat(told).hasValue(1);
        assertThat(view.isTerminated()).isTrue();
        gate.open();
    }

    @Test
    void shouldCancelAPeriodicTaskThatIsDueButWaitsWhenItIsShutDown() {
        Scheduler single = Scheduler.builder().workers(1).maxSpareWorkers(0).build();
        ScheduledExecutorService view = single.asExecutorService();
        var gate = new Gate();
        single.execute(gate);
        gate.awaitEntered();
        var ran = new AtomicInteger();
        ScheduledFuture<?> due = view.scheduleAtFixedRate(ran::incrementAndGet, 0, 1, TimeUnit.HOURS);
        ScheduledFuture<?> slow = view.scheduleWithFixedDelay(ran::incrementAndGet, 0, 1, TimeUnit.HOURS);
        Future<Integer> once = view.submit(() -> 1);

        view.shutdown();

        assertThat(due.isCancelled()).isTrue();
        assertThat(slow.isCancelled()).isTrue();
        assertThat(once.isDone()).isFalse();
        assertThat(once.cancel(false)).isTrue();
        gate.open();
        Await.until("it ends", view::isTerminated);
        single.close();
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldEndAtOnceIfOnlyPeriodicTasksAreLeftThatWait() {
        Scheduler single = Scheduler.builder().workers(1).maxSpareWorkers(0).build();
        ScheduledExecutorService view = single.asExecutorService();
        var gate = new Gate();
        single.execute(gate);
        gate.awaitEntered();
        ScheduledFuture<?> due = view.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.HOURS);
        view.shutdown();
        assertThat(due.isCancelled()).isTrue();
        assertThat(view.isTerminated()).isTrue();
        gate.open();
        single.close();
    }

    @Test
    void shouldRunAllOfTenThousandFromSeveralThreads() throws Exception {
        ScheduledExecutorService view = scheduler.asExecutorService();
        var sum = new AtomicLong();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(Thread.ofPlatform().start(() -> {
                List<Callable<Long>> tasks = new ArrayList<>();
                for (long n = 1; n <= 10_000; n++) {
                    long number = n;
                    tasks.add(() -> number);
                }
                try {
                    for (Future<Long> future : view.invokeAll(tasks)) {
                        sum.addAndGet(future.get());
                    }
                } catch (InterruptedException | ExecutionException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(sum).hasValue(4 * 50_005_000L);
        view.close();
    }

    /** Workers wait inside their tasks for tasks behind these; as none is taken for stuck, only blocked ones are replaced. */
    @Test
    void shouldNotStarveWhenTasksWaitForTasks() throws Exception {
        try (Scheduler patient = Scheduler.builder()
                .workers(1)
                .stuckAfter(Duration.ofMinutes(10))
                .build()) {
            ScheduledExecutorService view = patient.asExecutorService();
            assertThat(view.submit(() -> countLeaves(view, 5)).get(20, TimeUnit.SECONDS))
                    .isEqualTo(32);
            assertThat(view.submit(() ->
                                    view.invokeAll(List.of(() -> 1, () -> 2)).size())
                            .get(20, TimeUnit.SECONDS))
                    .isEqualTo(2);
            assertThat(view.submit(() -> view.invokeAny(List.of(() -> 1))).get(20, TimeUnit.SECONDS))
                    .isEqualTo(1);
        }
    }

    private static int countLeaves(ExecutorService executor, int depth) throws Exception {
        if (depth == 0) {
            return 1;
        }
        Future<Integer> left = executor.submit(() -> countLeaves(executor, depth - 1));
        Future<Integer> right = executor.submit(() -> countLeaves(executor, depth - 1));
        return left.get() + right.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldRunATreeOfTasks() throws Exception {
        ScheduledExecutorService view = scheduler.asExecutorService();
        var leaves = new CountDownLatch(1 << 16);
        view.execute(new Branch(view, 16, leaves));
        assertThat(leaves.await(10, TimeUnit.SECONDS)).isTrue();
        view.close();
    }

    private record Branch(ExecutorService executor, int depth, CountDownLatch leaves) implements Runnable {
        @Override
        public void run() {
            if (depth == 0) {
                leaves.countDown();
            } else {
                executor.execute(new Branch(executor, depth - 1, leaves));
                executor.execute(new Branch(executor, depth - 1, leaves));
            }
        }
    }

    @Test
    void shouldNotLetItsInterruptsReachTasksOfOthers() throws Exception {
        ScheduledExecutorService other = scheduler.asExecutorService();
        var interrupted = new AtomicInteger();
        for (int round = 0; round < 300; round++) {
            ScheduledExecutorService stopped = scheduler.asExecutorService();
            var begun = new AtomicBoolean();
            stopped.execute(() -> {
                begun.set(true);
                Thread.onSpinWait();
            });
            while (!begun.get()) {
                Thread.onSpinWait();
            }
            assertThat(stopped.shutdownNow()).isEmpty();
            var checked = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                boolean raw = i % 2 == 0;
                (raw ? scheduler : other).execute(() -> {
                    if (Thread.currentThread().isInterrupted()) {
                        interrupted.incrementAndGet();
                    }
                    checked.countDown();
                });
            }
            assertThat(checked.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(stopped.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void shouldTerminateSoonAfterManyTasksInAnyOrder() throws Exception {
        ScheduledExecutorService view = scheduler.asExecutorService();
        var ran = new AtomicInteger();
        var allSubmitted = new AtomicBoolean();
        var gate = new Gate();
        view.execute(gate);
        gate.awaitEntered();
        view.execute(() -> {
            for (int i = 0; i < 200_000; i++) {
                view.execute(ran::incrementAndGet);
            }
            allSubmitted.set(true);
        });
        for (int i = 0; i < 200_000; i++) {
            view.execute(ran::incrementAndGet);
        }
        Await.until(
                "the other worker has submitted all, and run some", () -> allSubmitted.get() && ran.get() > 200_000);
        view.shutdown();
        gate.open();
        assertThat(view.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(400_000);
    }

    /** A task that never ends must not keep those alive that were accepted around it. */
    @Test
    void shouldForgetTasksThatHaveEnded() throws Exception {
        ScheduledExecutorService view = scheduler.asExecutorService();
        var gate = new Gate();
        view.execute(gate);
        gate.awaitEntered();
        List<WeakReference<Runnable>> tasks = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            tasks.add(executeWeakly(view));
        }
        Await.until("they are collected", () -> {
            System.gc();
            return tasks.stream().filter(task -> task.get() != null).count() < 10;
        });
        gate.open();
    }

    private static WeakReference<Runnable> executeWeakly(ExecutorService executor) {
        long[] state = new long[10];
        Runnable task = () -> state[0]++;
        executor.execute(task);
        return new WeakReference<>(task);
    }
}
