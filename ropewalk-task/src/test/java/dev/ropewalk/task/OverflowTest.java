package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stack overflows at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int EXECUTORS = 400;

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

    /** The JVM needs much stack to park a virtual thread, more than a check beforehand can ask for. */
    @Test
    void shouldRunNothingThatItHasRefused() throws Exception {
        BoundedExecutor executor =
                BoundedExecutor.builder(1).capacity(1, OverflowPolicy.BLOCK).build();
        var gate = new Gate();
        executor.execute(gate);
        gate.awaitEntered();
        executor.execute(() -> {});
        var ran = new AtomicInteger();
        TaskOptions options = TaskOptions.defaults().deadline(Duration.ofNanos(20_000));

        Thread.ofVirtual()
                .start(() -> StackEnd.sweep(() -> succeeds(() -> executor.execute(ran::incrementAndGet, options))))
                .join();

        assertThat(executor.stats().waiting()).isEqualTo(1);
        gate.open();
        executor.close();
        assertThat(ran).hasValue(0);
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
