package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stack overflows at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int EXECUTORS = 400;
    private static final int MANY = 100_000;
    private static final int STACK_OF_CALL = 300;

    @Test
    void shouldInterruptWhatRunsOrThrow() throws Exception {
        List<BoundedExecutor> running = new ArrayList<>();
        for (int i = 0; i < EXECUTORS; i++) {
            BoundedExecutor executor = BoundedExecutor.builder(1).build();
            var gate = new Gate();
            executor.execute(gate);
            gate.awaitEntered();
            running.add(executor);
        }
        List<BoundedExecutor> stopped = new ArrayList<>(EXECUTORS);
        StackEnd.sweepElsewhere(() -> {
            BoundedExecutor executor = running.get(stopped.size());
            try {
                executor.shutdownNow();
            } catch (StackOverflowError noStack) {
                return false;
            }
            stopped.add(executor);
            return true;
        });
        assertThat(stopped).isNotEmpty();
        for (BoundedExecutor executor : stopped) {
            assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        running.forEach(BoundedExecutor::shutdownNow);
    }

    @Test
    void shouldRunWhatItHasTakenAndGoOn() throws Exception {
        BoundedExecutor executor = BoundedExecutor.builder(2).build();
        var ran = new AtomicInteger();
        var taken = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> succeeds(() -> {
            executor.execute(ran::incrementAndGet);
            taken.incrementAndGet();
        }));

        executor.submit(() -> {}).get();
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(taken.get());
    }

    @Test
    void shouldCancelOrThrow() throws Exception {
        try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            var gate = new Gate();
            executor.execute(gate);
            gate.awaitEntered();
            List<Future<?>> waiting = new ArrayList<>();
            for (int i = 0; i < EXECUTORS; i++) {
                waiting.add(executor.submit(() -> {}));
            }
            var cancelled = new AtomicInteger();
            StackEnd.sweepElsewhere(() -> succeeds(() -> {
                if (waiting.get(cancelled.get()).cancel(false)) {
                    cancelled.incrementAndGet();
                }
            }));
            assertThat(cancelled.get()).isPositive();
            assertThat(executor.stats().waiting()).isEqualTo(EXECUTORS - cancelled.get());
            gate.open();
        }
    }

    @Test
    void shouldGiveEachSlotBack() throws Exception {
        Limiter limiter = Limiter.fixed(2).build();

        StackEnd.sweepElsewhere(
                () -> succeeds(() -> limiter.tryAcquire().orElseThrow().close()));

        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldGiveEachSlotBackAfterACallWithoutStack() throws Exception {
        Limiter limiter = Limiter.fixed(2).build();

        StackEnd.sweepElsewhere(() -> succeeds(() -> limiter.call(() -> useStack(STACK_OF_CALL))));

        assertThat(limiter.stats().inFlight()).isZero();
    }

    /** The caller has too little stack to give them back, too. */
    @Test
    void shouldTakeNoSlotThatNobodyGets() throws Exception {
        Limiter limiter = Limiter.fixed(MANY).build();
        var permits = new Permit[MANY];
        var taken = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> succeeds(() -> {
            permits[taken.get()] = limiter.tryAcquire().orElseThrow();
            taken.incrementAndGet();
        }));

        assertThat(limiter.stats().inFlight()).isEqualTo(taken.get());
    }

    @Test
    void shouldGiveEachGrantBack() throws Exception {
        Budget budget = Budget.builder().resource(Resource.of("memory", 2)).build();
        Demand demand = Demand.of("memory", 1);

        StackEnd.sweepElsewhere(() -> succeeds(() -> budget.acquire(demand).close()));

        assertThat(budget.available("memory")).isEqualTo(2);
    }

    @Test
    void shouldRunWhatItHasTakenWithABudget() throws Exception {
        Budget budget = Budget.builder().resource("memory", 1_000).build();
        BoundedExecutor executor = BoundedExecutor.builder(1)
                .budget(budget, Demand.of("memory", 1))
                .build();
        var gate = new Gate();
        executor.execute(gate);
        gate.awaitEntered();
        List<Future<?>> waiting = new ArrayList<>();
        for (int i = 0; i < EXECUTORS; i++) {
            waiting.add(executor.submit(() -> {}));
        }
        var limit = new AtomicInteger(1);

        StackEnd.sweepElsewhere(() -> succeeds(() -> executor.setLimit(limit.incrementAndGet())));

        gate.open();
        for (Future<?> task : waiting) {
            assertThat(task.get()).isNull();
        }
        executor.close();
        assertThat(budget.available("memory")).isEqualTo(1_000);
    }

    /** The JVM needs much stack to park a virtual thread, more than anybody can look for before. */
    @Test
    void shouldRunNothingThatItHasRefused() throws Exception {
        BoundedExecutor executor =
                BoundedExecutor.builder(1).capacity(1, WhenFull.BLOCK).build();
        var gate = new Gate();
        executor.execute(gate);
        gate.awaitEntered();
        executor.execute(() -> {});
        var ran = new AtomicInteger();
        TaskOptions options = TaskOptions.deadline(Duration.ofNanos(20_000));

        Thread.ofVirtual()
                .start(() -> StackEnd.sweep(() -> succeeds(() -> executor.execute(ran::incrementAndGet, options))))
                .join();

        assertThat(executor.stats().waiting()).isEqualTo(1);
        gate.open();
        executor.close();
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldStartAGraphThatEndsOrThrow() throws Exception {
        TaskGraphBuilder builder = TaskGraph.builder();
        var ran = new AtomicInteger();
        builder.run("a", context -> ran.incrementAndGet());
        builder.run("b", context -> ran.incrementAndGet());
        TaskGraph graph = builder.build();
        List<GraphRun> runs = new ArrayList<>(MANY);

        StackEnd.sweepElsewhere(() -> succeeds(() -> runs.add(graph.start())));

        for (GraphRun run : runs) {
            assertThat(run.join().isSuccess()).isTrue();
        }
        assertThat(ran).hasValue(2 * runs.size());
    }

    @Test
    void shouldCancelAGraphOrLeaveItToALaterCancel() throws Exception {
        TaskGraphBuilder builder = TaskGraph.builder();
        builder.run("never", context -> new CountDownLatch(1).await());
        TaskGraph graph = builder.build();
        List<GraphRun> runs = new ArrayList<>();
        for (int i = 0; i < EXECUTORS; i++) {
            runs.add(graph.start());
        }
        var next = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> {
            GraphRun run = runs.get(next.getAndIncrement() % EXECUTORS);
            return succeeds(run::cancel);
        });

        for (GraphRun run : runs) {
            run.cancel();
            assertThat(run.join().isSuccess()).isFalse();
        }
    }

    private static int useStack(int calls) {
        return calls == 0 ? 0 : useStack(calls - 1) + 1;
    }

    /** Does something that may overflow the stack; returns whether it didn't. */
    private static boolean succeeds(Step step) {
        try {
            step.take();
            return true;
        } catch (StackOverflowError noStack) {
            return false;
        } catch (Exception e) {
            throw new AssertionError("nothing else goes wrong", e);
        }
    }

    private interface Step {
        void take() throws Exception;
    }
}
