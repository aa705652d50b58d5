package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.run.TaskThreads;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a bounded executor promises beyond the contract of executor services. */
class BoundedExecutorTest {
    private final List<Gate> gates = new ArrayList<>();
    private BoundedExecutor executor =
            BoundedExecutor.builder(2).name("subject").build();

    @AfterEach
    void close() {
        gates.forEach(Gate::open);
        executor.close();
    }

    @Test
    void shouldRunNoMoreThanTheLimitAtOnce() {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        for (int i = 0; i < 2_000; i++) {
            executor.execute(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                running.decrementAndGet();
            });
        }
        executor.close();
        assertThat(most.get()).isBetween(1, 2);
        AdmissionStats stats = executor.stats();
        assertThat(stats.admitted()).isEqualTo(2_000);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.waiting()).isZero();
    }

    @Test
    void shouldStartNoThreadForATaskThatWaits() {
        occupy(2);
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 500; i++) {
            executor.execute(() -> threads.add(Thread.currentThread()));
        }
        assertThat(executor.stats().waiting()).isEqualTo(500);
        gates.forEach(Gate::open);
        executor.close();
        assertThat(threads).hasSize(500).allMatch(Thread::isVirtual);
        assertThat(threads.stream().distinct().count())
                .as("threads: those of the gates, and few that took over")
                .isLessThanOrEqualTo(14);
        assertThat(executor.stats().waits().count()).isEqualTo(500);
    }

    @Test
    void shouldRunEachTaskInAThreadOfItsOwnIfAsked() {
        use(BoundedExecutor.builder(2).name("fresh").freshThreads(true));
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 100; i++) {
            executor.execute(() -> threads.add(Thread.currentThread().getName()));
        }
        executor.close();
        assertThat(threads).hasSize(100).doesNotHaveDuplicates().allMatch(name -> name.startsWith("fresh-"));
    }

    @Test
    void shouldAdmitInTheOrderOfSubmission() {
        use(BoundedExecutor.builder(1));
        occupy(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            executor.execute(() -> order.add(number));
        }
        gates.forEach(Gate::open);
        executor.close();
        assertThat(order).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void shouldAdmitWhatWaitsWhenTheLimitGoesUp() {
        occupy(2);
        Gate third = new Gate();
        gates.add(third);
        executor.execute(third);
        assertThat(executor.stats().waiting()).isEqualTo(1);
        executor.setLimit(3);
        third.awaitEntered();
        assertThat(executor.limit()).isEqualTo(3);
        assertThat(executor.stats().inFlight()).isEqualTo(3);
    }

    @Test
    void shouldAdmitNothingUntilALowerLimitIsReached() {
        use(BoundedExecutor.builder(3));
        List<Gate> three = occupy(3);
        Gate waiting = new Gate();
        gates.add(waiting);
        executor.execute(waiting);
        executor.setLimit(1);
        three.get(0).open();
        three.get(1).open();
        Await.until("two have gone", () -> executor.stats().inFlight() == 1);
        assertThat(waiting.isEntered()).isFalse();
        three.get(2).open();
        waiting.awaitEntered();
        assertThat(executor.stats().inFlight()).isEqualTo(1);
    }

    @Test
    void shouldTellTheThreadsHandlerWhatAPlainTaskThrowsAndGoOn() {
        var thrown = new AtomicReference<Throwable>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> thrown.set(error));
        try {
            var ran = new AtomicInteger();
            for (int i = 0; i < 10; i++) {
                executor.execute(() -> {
                    throw new IllegalStateException("as told");
                });
                executor.execute(ran::incrementAndGet);
            }
            executor.close();
            assertThat(ran).hasValue(10);
            assertThat(thrown.get()).hasMessage("as told");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void shouldLoseNoSlotToAHandlerThatThrows() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            throw new IllegalStateException("the handler, too");
        });
        try {
            for (int i = 0; i < 10; i++) {
                executor.execute(() -> {
                    throw new AssertionError("as told");
                });
            }
            Await.until("all have gone", () -> executor.stats().inFlight() == 0);
            assertThat(executor.submit(() -> 1)).succeedsWithin(Await.DEADLINE).isEqualTo(1);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void shouldCountACancelledTaskNoLonger() {
        occupy(2);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            futures.add(executor.submit(() -> {}));
        }
        Future<?> last = executor.submit(() -> {});
        for (Future<?> future : futures) {
            assertThat(future.cancel(false)).isTrue();
            assertThat(future.cancel(false)).isFalse();
        }
        assertThat(executor.stats().waiting()).isEqualTo(1);
        assertThat(executor.stats().cancelled()).isEqualTo(1_000);
        gates.forEach(Gate::open);
        assertThat(last).succeedsWithin(Await.DEADLINE);
    }

    @Test
    void shouldTerminateWhenTheLastWaitingTaskIsCancelled() throws InterruptedException {
        use(BoundedExecutor.builder(1));
        List<Gate> one = occupy(1);
        Future<?> waiting = executor.submit(() -> {});
        executor.shutdown();
        one.get(0).open();
        boolean ignored = waiting.cancel(false);
        executor.close();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldHandBackWhatWasExecutedAsItWas() {
        occupy(2);
        Runnable plain = () -> {};
        Future<?> other = BoundedExecutor.builder(1).build().submit(() -> {});
        executor.execute(plain);
        executor.execute((Runnable) other);
        executor.execute(plain, TaskOptions.defaults().deadline(Await.DEADLINE));
        Future<?> submitted = executor.submit(plain);
        assertThat(executor.shutdownNow()).containsExactly(plain, (Runnable) other, plain, (Runnable) submitted);
    }

    @Test
    void shouldTellTasksThatAreBothKindsApart() {
        class Both implements Runnable, Callable<String> {
            @Override
            public void run() {}

            @Override
            public String call() {
                return "called";
            }
        }
        var both = new Both();
        assertThat(executor.submit((Callable<String>) both))
                .succeedsWithin(Await.DEADLINE)
                .isEqualTo("called");
        assertThat((Future<?>) executor.submit((Runnable) both))
                .succeedsWithin(Await.DEADLINE)
                .isNull();
    }

    @Test
    void shouldLeaveNoInterruptOfAStopToItsThreads() throws InterruptedException {
        var began = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        executor.execute(() -> {
            began.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        began.await();
        assertThat(executor.shutdownNow()).isEmpty();
        interrupted.await();
        executor.close();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldRejectWhatNoThreadCanBeStartedForAndGoOn() {
        var broken = new AtomicInteger(1);
        var threads = new TaskThreads(
                null,
                body -> {
                    if (broken.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("as told");
                    }
                    return Thread.ofVirtual().unstarted(body);
                },
                false,
                false);
        executor = BoundedExecutor.builder(1).build(threads, new AdmissionLock());
        assertThatThrownBy(() -> executor.submit(() -> 1))
                .isInstanceOf(RejectedExecutionException.class)
                .hasCauseInstanceOf(OutOfMemoryError.class);
        assertThat(executor.submit(() -> 2)).succeedsWithin(Await.DEADLINE).isEqualTo(2);
        Await.until("it is idle", () -> executor.stats().inFlight() == 0);
    }

    @Test
    void shouldNameItsValuesInErrors() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BoundedExecutor.builder(0))
                .withMessage("limit must be above zero: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> executor.setLimit(-1))
                .withMessage("limit must be above zero: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> executor.submit(() -> {}, TaskOptions.defaults().priority(3)))
                .withMessageContaining("priority 3")
                .withMessageContaining("subject");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BoundedExecutor.builder(1).capacity(-1, OverflowPolicy.REJECT))
                .withMessageContaining("-1");
        assertThatIllegalStateException()
                .isThrownBy(() -> BoundedExecutor.builder(1).onWorkers(true).build());
        assertThatIllegalStateException()
                .isThrownBy(() -> BoundedExecutor.builder(1)
                        .capacity(0, OverflowPolicy.DROP_OLDEST)
                        .build());
        assertThat(executor).hasToString("BoundedExecutor[subject, open]");
    }

    private void use(BoundedExecutorBuilder builder) {
        executor.close();
        executor = builder.build();
    }

    private List<Gate> occupy(int slots) {
        List<Gate> added = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            Gate gate = new Gate();
            executor.execute(gate);
            gate.awaitEntered();
            added.add(gate);
        }
        gates.addAll(added);
        return added;
    }
}
