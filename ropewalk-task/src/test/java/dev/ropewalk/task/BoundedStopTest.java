package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.queue.TaskFuture;
import dev.ropewalk.task.run.TaskRunner;
import dev.ropewalk.task.run.TaskThreads;
import dev.ropewalk.testing.Await;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * How an executor ends at awkward moments. Nothing watches the deadlines here, so that a task is found to have expired when it
 * would have its turn, and not before.
 */
class BoundedStopTest {
    private static final TaskOptions SOON = TaskOptions.defaults().deadline(Duration.ofNanos(1));

    private static BoundedExecutor unwatched(BoundedExecutorBuilder builder, boolean fresh) {
        var threads = new TaskThreads(
                null, body -> Thread.ofVirtual().unstarted(body instanceof TaskRunner ? body : () -> {}), false, fresh);
        return builder.build(threads, new AdmissionLock());
    }

    /** The closing thread is interrupted before it waits, while one task runs and another waits for its turn. */
    @Test
    void shouldCancelWhatHasNotBegunWhenCloseIsInterrupted() throws InterruptedException {
        BoundedExecutor executor = BoundedExecutor.builder(1).build();
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
    }

    @Test
    void shouldInterruptATaskThatItsThreadHasJustTakenWhenItIsStopped() throws InterruptedException {
        shouldInterruptWhatWasJustTaken(unwatched(BoundedExecutor.builder(1), false));
    }

    @Test
    void shouldInterruptATaskThatAFreshThreadIsAboutToRunWhenItIsStopped() throws InterruptedException {
        shouldInterruptWhatWasJustTaken(unwatched(BoundedExecutor.builder(1).freshThreads(true), true));
    }

    /** The user's code stops the executor between the moment at which its thread takes a task and the one at which it runs it. */
    private static void shouldInterruptWhatWasJustTaken(BoundedExecutor executor) throws InterruptedException {
        var gate = new Gate();
        executor.execute(gate);
        gate.awaitEntered();
        var expired = new FutureTask<Object>(() -> "never") {
            @Override
            protected void done() {
                assertThat(executor.shutdownNow()).isEmpty();
            }
        };
        executor.execute(expired, SOON);
        var interrupted = new CountDownLatch(1);
        executor.execute(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        gate.open();
        assertThat(interrupted.await(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .as("interrupted")
                .isTrue();
        assertThat(executor.awaitTermination(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void shouldNotLetCodeBetweenTwoTasksInterruptTheSecond() {
        BoundedExecutor executor = unwatched(BoundedExecutor.builder(1), false);
        var gate = new Gate();
        executor.execute(gate);
        gate.awaitEntered();
        var expired = new FutureTask<Object>(() -> "never") {
            @Override
            protected void done() {
                Thread.currentThread().interrupt();
            }
        };
        executor.execute(expired, SOON);
        Future<Boolean> next = executor.submit(() -> Thread.currentThread().isInterrupted());
        gate.open();
        assertThat(next).succeedsWithin(Await.DEADLINE).isEqualTo(false);
        executor.close();
    }

    @Test
    void shouldEndWhenItsLastTaskIsFoundToHaveExpiredAsItsGrantComes() throws InterruptedException {
        try (Budget budget = Budget.builder().resource("memory", 10).build()) {
            Grant all = budget.acquire(Demand.of("memory", 10));
            BoundedExecutor executor =
                    unwatched(BoundedExecutor.builder(1).budget(budget, Demand.of("memory", 10)), false);
            Future<?> last = executor.submit(() -> {}, SOON);
            executor.shutdown();
            assertThat(executor.isTerminated()).isFalse();
            all.close();
            assertThat(executor.awaitTermination(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(last.state()).isEqualTo(Future.State.FAILED);
            assertThat(budget.available("memory")).as("given back").isEqualTo(10);
        }
    }

    @Test
    void shouldEndWhenALastTaskThatWaitsForItsSlotHasExpired() throws InterruptedException {
        BoundedExecutor executor = unwatched(BoundedExecutor.builder(1), false);
        var gate = new Gate();
        executor.execute(gate);
        gate.awaitEntered();
        Future<?> last = executor.submit(() -> {}, SOON);
        executor.shutdown();
        gate.open();
        assertThat(executor.awaitTermination(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(last.exceptionNow()).isInstanceOf(TaskExpiredException.class);
    }

    @Test
    void shouldSeeACancelledFutureInTheMidstOfItsInterrupt() throws InterruptedException {
        var seen = new AtomicReference<Future.State>();
        var entered = new CountDownLatch(1);
        var future = new TaskFuture<Object>((Runnable) () -> {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread runner = new Thread(future) {
            @Override
            public void interrupt() {
                seen.set(future.state());
                super.interrupt();
            }
        };
        runner.start();
        entered.await();
        assertThat(future.cancel(true)).isTrue();
        runner.join();
        assertThat(seen).hasValue(Future.State.CANCELLED);
        assertThat(future.state()).isEqualTo(Future.State.CANCELLED);
    }

    /** An interrupt closes the channel that the task is blocked in, in the thread that interrupts: the channel's own code runs there. */
    @Test
    void shouldInterruptWithoutTheLock() {
        BoundedExecutor executor = BoundedExecutor.builder(1).build();
        var entered = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        final class Asking extends AbstractInterruptibleChannel {
            void block() {
                begin();
                entered.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            protected void implCloseChannel() {
                if (executor.stats().inFlight() == 1) {
                    asked.countDown();
                }
            }
        }
        executor.execute(() -> new Asking().block());
        Await.until("the task is blocked", () -> entered.getCount() == 0);
        Thread.ofPlatform().daemon().start(executor::shutdownNow);
        Await.until("the channel's code has asked the executor", () -> asked.getCount() == 0);
        Await.until("the executor has terminated", executor::isTerminated);
    }
}
