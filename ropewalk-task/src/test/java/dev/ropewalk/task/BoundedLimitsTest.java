package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.AimdLimit;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Limits that follow what is measured, budgets, and schedulers under an executor. */
class BoundedLimitsTest {
    /** One more after a success, one after a drop; notes what it was told. */
    private static final class Told implements LimitAlgorithm {
        final List<String> log = new CopyOnWriteArrayList<>();
        int limit = 2;

        @Override
        public int initialLimit() {
            return limit;
        }

        @Override
        public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
            assertThat(roundTripNanos).isNotNegative();
            log.add(inFlight + (dropped ? " dropped" : " done"));
            limit = dropped ? 1 : limit + 1;
            return limit;
        }
    }

    @Test
    void shouldRefuseAnAlgorithmThatFollowsALimiter() {
        LimitAlgorithm algorithm = AimdLimit.builder().build();
        Limiter first = Limiter.adaptive(algorithm).build();

        assertThatIllegalStateException()
                .isThrownBy(() -> BoundedExecutor.builder(algorithm).build())
                .withMessageContaining("AimdLimit");
        assertThat(first.tryAcquire()).isPresent();
    }

    @Test
    void shouldRefuseASecondExecutorOfTheSameAlgorithm() {
        BoundedExecutorBuilder twice = BoundedExecutor.builder(new Told());
        try (BoundedExecutor first = twice.build()) {
            assertThatIllegalStateException().isThrownBy(twice::build).withMessageContaining("Told");
            assertThat(first.limit()).isEqualTo(2);
        }
    }

    @Test
    void shouldLetTheLimitFollowItsTasks() {
        var told = new Told();
        try (BoundedExecutor executor = BoundedExecutor.builder(told)
                .drops(thrown -> thrown instanceof TimeoutException)
                .build()) {
            assertThat(executor.limit()).isEqualTo(2);
            assertThat(executor.submit(() -> 1)).succeedsWithin(Await.DEADLINE);
            Await.until(
                    "it went up, and the slot is free",
                    () -> executor.limit() == 3 && executor.stats().inFlight() == 0);
            Future<Object> dropped = executor.submit(() -> {
                throw new TimeoutException("as told");
            });
            Await.until("it went down", () -> executor.limit() == 1);
            assertThat(dropped).failsWithin(Await.DEADLINE);
            Future<Object> failed = executor.submit(() -> {
                throw new IllegalStateException("as told");
            });
            assertThat(failed).failsWithin(Await.DEADLINE);
            var gate = new Gate();
            Future<?> cancelled = executor.submit(gate);
            gate.awaitEntered();
            assertThat(cancelled.cancel(true)).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(() -> executor.setLimit(7))
                    .withMessageContaining("Told")
                    .withMessageContaining("7");
        }
        assertThat(told.log).containsExactly("1 done", "1 dropped");
        assertThatIllegalStateException()
                .isThrownBy(() -> BoundedExecutor.builder(5).drops(thrown -> true))
                .withMessageContaining("5");
    }

    @Test
    void shouldTakeEachExceptionForADropUnlessToldOtherwise() {
        var told = new Told();
        try (BoundedExecutor executor = BoundedExecutor.builder(told).build()) {
            Future<Object> failed = executor.submit(() -> {
                throw new IllegalStateException("as told");
            });
            assertThat(failed).failsWithin(Await.DEADLINE);
            Await.until("it went down", () -> executor.limit() == 1);
        }
        assertThat(told.log).containsExactly("1 dropped");
    }

    @Test
    void shouldStartWhatWaitsWhenTheLimitHasGrownByItself() {
        var told = new Told();
        told.limit = 1;
        var gates = List.of(new Gate(), new Gate(), new Gate());
        try (BoundedExecutor executor = BoundedExecutor.builder(told).build()) {
            gates.forEach(executor::execute);
            gates.get(0).open();
            gates.get(1).awaitEntered();
            gates.get(2).awaitEntered();
            gates.forEach(Gate::open);
        }
    }

    @Test
    void shouldGoOnWithAnAlgorithmThatFails() {
        LimitAlgorithm broken = new LimitAlgorithm() {
            @Override
            public int initialLimit() {
                return 1;
            }

            @Override
            public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
                return 0;
            }
        };
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        try (BoundedExecutor executor = BoundedExecutor.builder(broken).build()) {
            for (int i = 0; i < 5; i++) {
                assertThat(executor.submit(() -> 1)).succeedsWithin(Await.DEADLINE);
            }
            assertThat(executor.limit()).isEqualTo(1);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void shouldAdmitOnlyWhatTheBudgetGrants() throws InterruptedException {
        try (Budget budget = Budget.builder().resource("memory", 10).build();
                BoundedExecutor executor = BoundedExecutor.builder(100)
                        .budget(budget, Demand.of("memory", 4))
                        .build()) {
            var running = new AtomicInteger();
            var most = new AtomicInteger();
            for (int i = 0; i < 2_000; i++) {
                executor.execute(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    running.decrementAndGet();
                });
            }
            Grant all = budget.acquire(Demand.of("memory", 10));
            all.close();
            executor.shutdown();
            Await.until("all have run", executor::isTerminated);
            assertThat(most.get()).isBetween(1, 2);
            assertThat(executor.stats().admitted()).isEqualTo(2_000);
            assertThat(budget.available("memory")).isEqualTo(10);
        }
    }

    @Test
    void shouldTakeNothingOfTheLimitWhileTheBudgetIsWaitedFor() throws InterruptedException {
        try (Budget budget = Budget.builder().resource("memory", 10).build();
                BoundedExecutor executor = BoundedExecutor.builder(1)
                        .budget(budget, Demand.of("memory", 4))
                        .build()) {
            Grant all = budget.acquire(Demand.of("memory", 10));
            Future<Integer> first = executor.submit(() -> 1);
            Future<Integer> second = executor.submit(() -> 2);
            assertThat(executor.stats().inFlight()).isZero();
            assertThat(executor.stats().waiting()).isEqualTo(2);
            assertThat(first.cancel(false)).isTrue();
            all.close();
            assertThat(second).succeedsWithin(Await.DEADLINE).isEqualTo(2);
            Await.until("its grant is back", () -> budget.available("memory") == 10);
        }
    }

    @Test
    void shouldLeaveTheBudgetsLineWhenNothingWaits() throws InterruptedException {
        try (Budget budget = Budget.builder().resource("memory", 10).build();
                BoundedExecutor executor = BoundedExecutor.builder(1)
                        .budget(budget, Demand.of("memory", 4))
                        .build()) {
            Grant all = budget.acquire(Demand.of("memory", 10));
            Future<Integer> only = executor.submit(() -> 1);
            assertThat(budget.stats().admission().waiting()).isEqualTo(1);
            assertThat(only.cancel(false)).isTrue();
            assertThat(budget.stats().admission().waiting()).isZero();
            all.close();
            assertThat(budget.available("memory")).isEqualTo(10);
        }
    }

    @Test
    void shouldFailWhatWaitsForABudgetThatIsClosed() throws InterruptedException {
        Budget budget = Budget.builder().resource("memory", 10).build();
        try (BoundedExecutor executor = BoundedExecutor.builder(1)
                .budget(budget, Demand.of("memory", 4))
                .build()) {
            Grant all = budget.acquire(Demand.of("memory", 10));
            Future<Integer> first = executor.submit(() -> 1);
            budget.close();
            assertThatThrownBy(first::get).hasCauseInstanceOf(RejectedExecutionException.class);
            assertThatThrownBy(() -> executor.submit(() -> 2).get())
                    .hasRootCauseInstanceOf(BudgetClosedException.class);
            all.close();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BoundedExecutor.builder(1).budget(budget, Demand.of("disk", 1)));
        assertThatIllegalStateException()
                .isThrownBy(() -> BoundedExecutor.builder(1)
                        .budget(budget, Demand.of("memory", 1))
                        .capacity(0, OverflowPolicy.BLOCK)
                        .build());
    }

    @Test
    void shouldRunOnTheWorkersOfAScheduler() throws Exception {
        var told = new CopyOnWriteArrayList<Throwable>();
        try (Scheduler scheduler = Scheduler.builder()
                        .name("below")
                        .workers(2)
                        .uncaughtExceptionHandler((thread, thrown) -> told.add(thrown))
                        .build();
                BoundedExecutor executor = BoundedExecutor.builder(1)
                        .scheduler(scheduler)
                        .onWorkers(true)
                        .build()) {
            assertThat(executor.submit(() -> Thread.currentThread().getName()))
                    .succeedsWithin(Await.DEADLINE)
                    .asString()
                    .startsWith("below-worker-");
            executor.execute(() -> {
                throw new IllegalStateException("as told");
            });
            Await.until("the scheduler's handler is told", () -> told.size() == 1);
            assertThat(executor.submit(() -> executor.submit(() -> 1).isDone())).succeedsWithin(Await.DEADLINE);
        }
    }

    @Test
    void shouldFailWhatItsClosedSchedulerNoLongerRuns() {
        Scheduler scheduler = Scheduler.builder().name("gone").workers(1).build();
        var gate = new Gate();
        try (BoundedExecutor executor =
                BoundedExecutor.builder(1).scheduler(scheduler).onWorkers(true).build()) {
            executor.execute(gate);
            gate.awaitEntered();
            Future<Integer> waiting = executor.submit(() -> 1);
            assertThat(scheduler.close(Duration.ZERO)).isNotNull();
            assertThat(waiting).failsWithin(Await.DEADLINE);
            assertThatThrownBy(() -> executor.submit(() -> 2)).isInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void shouldRefuseABudgetAndADemandThatTheLibraryHasNotMade() {
        Budget foreignBudget = foreign(Budget.class);
        Demand foreignDemand = foreign(Demand.class);
        BoundedExecutorBuilder builder = BoundedExecutor.builder(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.budget(foreignBudget, Demand.of("memory", 4)))
                .withMessage("needs a budget made by Budget.builder(), not one of "
                        + foreignBudget.getClass().getName());
        try (Budget budget = Budget.builder().resource("memory", 10).build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.budget(budget, foreignDemand))
                    .withMessage("needs a demand made by Demand.of or Demand.nothing, not one of "
                            + foreignDemand.getClass().getName());
        }
    }

    /** A foreign implementation, no method of which may be called. */
    private static <T> T foreign(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    throw new AssertionError("called " + method.getName());
                }));
    }
}
