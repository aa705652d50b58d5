package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.task.queue.TaskFuture;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to tasks in a queue that is full, ordered by priority, or whose deadlines come. */
class BoundedQueueTest {
    private final Gate gate = new Gate();
    private BoundedExecutor executor = BoundedExecutor.builder(1).build();

    @AfterEach
    void close() {
        gate.open();
        executor.close();
    }

    // Full queues

    @Test
    void shouldRejectWhatFindsTheQueueFull() {
        open(BoundedExecutor.builder(1).capacity(2, OverflowPolicy.REJECT));
        executor.execute(() -> {});
        executor.execute(() -> {});
        assertThatThrownBy(() -> executor.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("2 tasks wait already");
        assertThat(executor.stats().rejected()).isEqualTo(1);
    }

    @Test
    void shouldRejectAtOnceWithoutAQueue() {
        open(BoundedExecutor.builder(1).capacity(0, OverflowPolicy.REJECT));
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        gate.open();
        Await.until("the slot is free", () -> executor.stats().inFlight() == 0);
        assertThat(executor.submit(() -> 1)).succeedsWithin(Await.DEADLINE);
    }

    @Test
    void shouldHaveRoomAgainWhenAWaitingTaskIsCancelled() {
        open(BoundedExecutor.builder(1).capacity(1, OverflowPolicy.REJECT));
        assertThat(executor.submit(() -> {}).cancel(false)).isTrue();
        executor.execute(() -> {});
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldRunInTheCallerWhatFindsTheQueueFull() {
        open(BoundedExecutor.builder(1).capacity(0, OverflowPolicy.CALLER_RUNS));
        var ranIn = new AtomicReference<Thread>();
        executor.execute(() -> ranIn.set(Thread.currentThread()));
        assertThat(ranIn).hasValue(Thread.currentThread());
        executor.shutdown();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldDropTheOldestForALaterOne() {
        open(BoundedExecutor.builder(1).capacity(2, OverflowPolicy.DROP_OLDEST));
        Future<Integer> oldest = executor.submit(() -> 1);
        var plain = new FutureTask<>(() -> 2);
        executor.execute(plain);
        Future<Integer> third = executor.submit(() -> 3);
        assertThatThrownBy(() -> oldest.get(1, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("dropped");
        Future<Integer> fourth = executor.submit(() -> 4);
        assertThat(plain.isCancelled()).isTrue();
        gate.open();
        assertThat(third).succeedsWithin(Await.DEADLINE);
        assertThat(fourth).succeedsWithin(Await.DEADLINE);
        assertThat(executor.stats().rejected()).isEqualTo(2);
    }

    @Test
    void shouldCancelAHandedFutureThatItDropsOrThatExpires() {
        open(BoundedExecutor.builder(1).capacity(1, OverflowPolicy.DROP_OLDEST));
        var dropped = new TaskFuture<Integer>((Callable<Integer>) () -> 1);
        var late = new TaskFuture<Integer>((Callable<Integer>) () -> 2);
        executor.execute(dropped);
        executor.execute(late, TaskOptions.defaults().deadline(Duration.ofNanos(1)));
        assertThat(dropped.isCancelled()).isTrue();
        Await.until("the handed future is cancelled", late::isCancelled);
    }

    @Test
    void shouldBlockTheSubmitterUntilThereIsRoom() throws Exception {
        open(BoundedExecutor.builder(1).capacity(1, OverflowPolicy.BLOCK));
        List<Integer> order = new CopyOnWriteArrayList<>();
        executor.execute(() -> order.add(1));
        Thread second = submitter(() -> order.add(2));
        Thread third = submitter(() -> order.add(3));
        assertThat(executor.stats().waiting()).isEqualTo(1);
        gate.open();
        second.join();
        third.join();
        executor.close();
        assertThat(order).containsExactly(1, 2, 3);
    }

    @Test
    void shouldBlockTheSubmitterUntilASlotIsFreeWithoutAQueue() throws Exception {
        open(BoundedExecutor.builder(1).capacity(0, OverflowPolicy.BLOCK));
        List<Integer> order = new CopyOnWriteArrayList<>();
        Thread submitter = submitter(() -> order.add(1));
        gate.open();
        submitter.join();
        executor.close();
        assertThat(order).containsExactly(1);
    }

    @Test
    void shouldRejectForABlockedSubmitterThatIsInterruptedOrWhoseExecutorIsShutDown() throws Exception {
        open(BoundedExecutor.builder(1).capacity(0, OverflowPolicy.BLOCK));
        var errors = new CopyOnWriteArrayList<Throwable>();
        Thread interrupted = submitter(() -> {}, errors);
        interrupted.interrupt();
        interrupted.join();
        assertThat(errors)
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .isInstanceOf(RejectedExecutionException.class)
                        .hasCauseInstanceOf(InterruptedException.class));
        Thread shutOut = submitter(() -> {}, errors);
        executor.shutdown();
        shutOut.join();
        assertThat(errors).hasSize(2).allMatch(RejectedExecutionException.class::isInstance);
        assertThat(errors.get(1)).hasMessageContaining("shut down");
    }

    @Test
    void shouldExpireForABlockedSubmitter() throws Exception {
        open(BoundedExecutor.builder(1).capacity(0, OverflowPolicy.BLOCK));
        Future<Integer> late = executor.submit(() -> 1, TaskOptions.defaults().deadline(Duration.ofMillis(5)));
        assertThatThrownBy(late::get).hasCauseInstanceOf(TaskExpiredException.class);
        assertThat(executor.stats().expired()).isEqualTo(1);
    }

    private Thread submitter(Runnable task) {
        return submitter(task, new CopyOnWriteArrayList<>());
    }

    private Thread submitter(Runnable task, List<Throwable> errors) {
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                executor.execute(task);
            } catch (RejectedExecutionException e) {
                errors.add(e);
            }
        });
        Await.until("it is blocked", () -> thread.getState() == Thread.State.WAITING);
        return thread;
    }

    // Priorities

    @Test
    void shouldAdmitTheMostUrgentFirstAndEqualsInOrder() {
        open(BoundedExecutor.builder(1).priorities(Duration.ofDays(1)));
        List<String> order = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 100; i++) {
            for (int priority : new int[] {0, 5, -3, 5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                String entry = String.format(Locale.ROOT, "%011d:%03d", Integer.MAX_VALUE - (long) priority, i);
                executor.execute(() -> order.add(entry), TaskOptions.defaults().priority(priority));
            }
        }
        gate.open();
        executor.close();
        assertThat(order).hasSize(600).isSorted();
    }

    @Test
    void shouldStarveNoTaskUnderAFloodOfMoreUrgentOnes() {
        open(BoundedExecutor.builder(1).priorities(Duration.ofMillis(1)));
        Future<Integer> modest = executor.submit(() -> 1, TaskOptions.defaults().priority(0));
        flood();
        gate.open();
        assertThat(modest).succeedsWithin(Await.DEADLINE);
    }

    /** Each task of the flood submits the next one before it ends, so that a more urgent one waits at all times. */
    private void flood() {
        executor.execute(
                () -> {
                    if (executor.stats().waiting() > 0) {
                        flood();
                    }
                },
                TaskOptions.defaults().priority(20));
    }

    @Test
    void shouldForgetCancelledTasksAmongPriorities() {
        open(BoundedExecutor.builder(1).priorities(Duration.ofDays(1)));
        List<Integer> order = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 500; i++) {
            int priority = i * 37 % 500;
            Future<?> future = executor.submit(
                    () -> order.add(-priority), TaskOptions.defaults().priority(priority));
            assertThat(i % 5 == 0 || future.cancel(false)).isTrue();
        }
        assertThat(executor.stats().waiting()).isEqualTo(100);
        gate.open();
        executor.close();
        assertThat(order).hasSize(100).isSorted();
    }

    // Deadlines

    @Test
    void shouldExpireWhileNoSlotFrees() {
        open(BoundedExecutor.builder(1));
        Future<Integer> late = executor.submit(() -> 1, TaskOptions.defaults().deadline(Duration.ofMillis(10)));
        assertThatThrownBy(() -> late.get(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TaskExpiredException.class)
                .hasMessageContaining("PT0.01S");
        AdmissionStats stats = executor.stats();
        assertThat(stats.waiting()).isZero();
        assertThat(stats.expired()).isEqualTo(1);
        assertThat(gate.isEntered()).isTrue();
    }

    @Test
    void shouldExpireInTheOrderOfDeadlines() throws Exception {
        open(BoundedExecutor.builder(1));
        Future<Integer> never = executor.submit(() -> 1, TaskOptions.defaults().deadline(Duration.ofDays(1_000_000)));
        Future<Integer> later = executor.submit(() -> 2, TaskOptions.defaults().deadline(Duration.ofHours(1)));
        Future<Integer> soon = executor.submit(() -> 3, TaskOptions.defaults().deadline(Duration.ofMillis(2)));
        assertThatThrownBy(soon::get).hasCauseInstanceOf(TaskExpiredException.class);
        assertThat(later.isDone()).isFalse();
        gate.open();
        assertThat(later.get()).isEqualTo(2);
        assertThat(never.get()).isEqualTo(1);
    }

    @Test
    void shouldCancelAPlainTaskThatExpiresIfItIsAFuture() {
        open(BoundedExecutor.builder(1));
        var plain = new FutureTask<>(() -> 1);
        executor.execute(plain, TaskOptions.defaults().deadline(Duration.ofMillis(1)));
        Await.until("it is cancelled", plain::isCancelled);
    }

    @Test
    void shouldTerminateAlthoughADeadlineIsFarAway() {
        open(BoundedExecutor.builder(1));
        Future<Integer> last = executor.submit(() -> 1, TaskOptions.defaults().deadline(Duration.ofHours(1)));
        executor.shutdown();
        gate.open();
        executor.close();
        assertThat(last).isDone();
    }

    private void open(BoundedExecutorBuilder builder) {
        executor.close();
        executor = builder.build();
        executor.execute(gate);
        gate.awaitEntered();
    }
}
