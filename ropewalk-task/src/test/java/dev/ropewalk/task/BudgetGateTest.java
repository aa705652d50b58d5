package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Resource;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.limit.budget.ResourceSettings;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.run.TaskThreads;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A grant belongs to a task that waits for it, or goes back, whenever tasks leave. */
@Timeout(30)
class BudgetGateTest {
    private static final Demand ALL = Demand.of("memory", 10);

    /** Runs something once, just before the next thread takes the lock. */
    private static final class HookedLock extends AdmissionLock {
        private final AtomicReference<@Nullable Runnable> before = new AtomicReference<>();

        @Override
        public void lock() {
            Runnable hook = before.getAndSet(null);
            if (hook != null) {
                hook.run();
            }
            super.lock();
        }
    }

    private final AtomicReference<@Nullable Runnable> whileMeasured = new AtomicReference<>();
    private final Budget budget = Budget.builder()
            .resource("memory", 10)
            .resource(Resource.live("gauge", this::measure, Duration.ofNanos(1)))
            .build();
    private final HookedLock lock = new HookedLock();
    private final BoundedExecutor executor = BoundedExecutor.builder(4)
            .budget(budget, ALL)
            .build(new TaskThreads(null, Thread.ofVirtual().factory(), false, false), lock);

    private long measure() {
        Runnable hook = whileMeasured.getAndSet(null);
        if (hook != null) {
            hook.run();
        }
        return 1;
    }

    /** The grant has completed the gate's future, and the gate doesn't know it yet. The thread that looks at the gauge may be the one that grants. */
    @Test
    void shouldGiveBackWhatWasGrantedWhenTheOnlyTaskIsCancelledAtThatMoment() throws InterruptedException {
        Grant held = budget.acquire(ALL);
        Future<?> task = executor.submit(() -> {});
        lock.before.set(() -> task.cancel(false));

        held.close();

        Await.until("the task is cancelled", task::isCancelled);
        Await.until("all is given back", () -> budget.available("memory") == 10);
    }

    /** The gate has decided to ask, and the budget hasn't heard of it yet. */
    @Test
    void shouldTakeNothingForAnExecutorThatIsStoppedBeforeTheBudgetIsAsked() throws InterruptedException {
        whileMeasured.set(executor::shutdownNow);

        executor.execute(() -> {});

        assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(budget.available("memory")).isEqualTo(10);
    }

    /** The request is in the budget's line, and the gate hasn't got its future yet. */
    @Test
    void shouldLeaveTheLineOfTheBudgetWhenTheExecutorIsStoppedBeforeTheGateKnowsItsPlace() throws InterruptedException {
        Grant held = budget.acquire(ALL);
        whileMeasured.set(() -> lock.before.set(executor::shutdownNow));

        executor.execute(() -> {});

        assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(budget.stats().admission().waiting()).isZero();
        held.close();
        assertThat(budget.available("memory")).isEqualTo(10);
    }

    @Test
    void shouldAskAgainForATaskThatComesAfterTheGateHasGivenUp() throws Exception {
        Grant held = budget.acquire(ALL);
        Future<?> first = executor.submit(() -> {});
        CompletableFuture<Future<Integer>> second = new CompletableFuture<>();
        lock.before.set(() -> {
            first.cancel(false);
            second.complete(executor.submit(() -> 7));
        });

        held.close();

        assertThat(second.join().get()).isEqualTo(7);
        Await.until("its grant is back", () -> budget.available("memory") == 10);
    }

    @Test
    void shouldFailWhatWaitsWhenTheBudgetCanNotBeAsked() throws InterruptedException {
        budget.close();

        Future<?> task = executor.submit(() -> {});

        assertThatThrownBy(task::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(BudgetClosedException.class);
    }

    /** The clock of a budget is asked when a grant goes back while a request waits. */
    @Test
    void shouldRunTheNextTaskWhenAGrantCanNotBeGivenBackInPeace() throws Exception {
        var broken = new AtomicReference<@Nullable Thread>();
        Budget strange = new ResourceBudget(
                "strange",
                List.of(
                        new ResourceSettings("memory", () -> (inUse, now) -> 20, Duration.ZERO),
                        new ResourceSettings("other", () -> (inUse, now) -> 0, Duration.ZERO),
                        new ResourceSettings("gauge", () -> (inUse, now) -> 1, Duration.ofHours(1))),
                1,
                () -> {
                    if (Thread.currentThread().equals(broken.get())) {
                        broken.set(null);
                        throw new OutOfMemoryError("as asked");
                    }
                    return System.nanoTime();
                },
                null);
        CompletableFuture<Grant> waiting = strange.acquireAsync(Demand.of("other", 1));
        BoundedExecutor one = BoundedExecutor.builder(1).budget(strange, ALL).build();
        var gate = new CountDownLatch(1);
        one.execute(() -> {
            awaitQuietly(gate);
            broken.set(Thread.currentThread());
        });
        Future<Integer> next = one.submit(() -> 7);
        gate.countDown();

        assertThat(next.get(20, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(broken.get()).isNull();
        Await.until("all is back", () -> strange.available("memory") == 20);
        assertThat(waiting).isNotDone();
        strange.close();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each of them is granted at once when it is asked for, while the one before is being started. */
    @Test
    void shouldStartAnyNumberOfTasksThatTheBudgetLetsInAtOnce() throws InterruptedException {
        int tasks = 20_000;
        Budget large = Budget.builder().resource("memory", tasks).build();
        Grant held = large.acquire(Demand.of("memory", tasks));
        BoundedExecutor many = BoundedExecutor.builder(tasks)
                .budget(large, Demand.of("memory", 1))
                .build();
        var ran = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            many.execute(ran::countDown);
        }

        held.close();

        assertThat(ran.await(20, TimeUnit.SECONDS))
                .as("ran all but %s", ran.getCount())
                .isTrue();
    }

    @Test
    void shouldNameTheBudgetThatWasClosedAndCountNoWaitOfTheRejected() {
        Budget empty = Budget.builder().name("mem").resource("memory", 0).build();
        BoundedExecutor loads = BoundedExecutor.builder(1)
                .name("loads")
                .budget(empty, Demand.of("memory", 1))
                .build();
        Future<Integer> task = loads.submit(() -> 1);

        empty.close();

        assertThatThrownBy(task::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageEndingWith(": nothing runs it, because budget 'mem' is closed")
                .hasCauseInstanceOf(BudgetClosedException.class);
        AdmissionStats stats = loads.stats();
        assertThat(stats.rejected()).isEqualTo(1);
        assertThat(stats.admitted()).isZero();
        assertThat(stats.waits().count()).isZero();
    }

    @Test
    void shouldCountNoWaitOfATaskThatIsDroppedForALaterOne() {
        Budget empty = Budget.builder().resource("memory", 0).build();
        BoundedExecutor newest = BoundedExecutor.builder(1)
                .budget(empty, Demand.of("memory", 1))
                .capacity(1, OverflowPolicy.DROP_OLDEST)
                .build();
        Future<Integer> dropped = newest.submit(() -> 1);
        Future<Integer> later = newest.submit(() -> 2);

        assertThat(dropped).isDone();
        assertThat(later).isNotDone();
        assertThat(newest.stats().rejected()).isEqualTo(1);
        assertThat(newest.stats().waits().count()).isZero();
    }
}
