package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.GradientLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How bounded executors are used. */
class BoundedExamplesTest {
    private final AtomicInteger done = new AtomicInteger();

    private int call(int number) {
        done.incrementAndGet();
        return number;
    }

    @Test
    void shouldRunManyTasksFewAtATime() throws Exception {
        List<Future<Integer>> results = new ArrayList<>();
        try (BoundedExecutor executor = BoundedExecutor.builder(600).build()) {
            for (int i = 0; i < 10_000; i++) {
                int number = i;
                results.add(executor.submit(() -> call(number)));
            }
        }
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        assertThat(sum).isEqualTo(IntStream.range(0, 10_000).sum());
    }

    @Test
    void shouldRunUrgentTasksFirstAndNoneTooLate() throws Exception {
        var open = new CountDownLatch(1);
        try (BoundedExecutor executor = BoundedExecutor.builder(1)
                .name("requests")
                .priorities(Duration.ofSeconds(1))
                .capacity(10_000, OverflowPolicy.BLOCK)
                .build()) {
            Future<Boolean> before = executor.submit(() -> open.await(1, TimeUnit.MINUTES));
            Future<Integer> report = executor.submit(
                    done::incrementAndGet, TaskOptions.defaults().priority(-5));
            Future<Integer> request = executor.submit(
                    done::incrementAndGet, TaskOptions.defaults().priority(5).deadline(Duration.ofMinutes(1)));
            Future<Integer> hopeless = executor.submit(
                    done::incrementAndGet, TaskOptions.defaults().deadline(Duration.ofMillis(1)));
            assertThatThrownBy(hopeless::get).hasCauseInstanceOf(TaskExpiredException.class);
            open.countDown();
            assertThat(before.get()).isTrue();
            assertThat(request.get()).isEqualTo(1);
            assertThat(report.get()).isEqualTo(2);
        }
    }

    @Test
    void shouldLetTheLimitFollowTheService() {
        try (BoundedExecutor executor = BoundedExecutor.builder(
                        GradientLimit.builder().build())
                .drops(thrown -> thrown instanceof TimeoutException)
                .build()) {
            for (int i = 0; i < 1_000; i++) {
                executor.execute(() -> call(1));
            }
        }
        assertThat(done).hasValue(1_000);
    }

    @Test
    void shouldShareABudgetWithOthers() {
        Budget budget = Budget.builder().resource("memory", 1 << 30).build();
        try (budget;
                BoundedExecutor executor = BoundedExecutor.builder(600)
                        .budget(budget, Demand.of("memory", 64 << 20))
                        .build()) {
            for (int i = 0; i < 100; i++) {
                executor.execute(() -> call(1));
            }
        }
        assertThat(done).hasValue(100);
    }
}
