package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.TaskExpiredException;
import dev.ropewalk.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/bounded-executors.md, and what it computes. */
class BoundedExecutorsExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    void shouldRunTasks() throws Exception {
        // @start region="smallest" :
        try (BoundedExecutor executor =
                BoundedExecutor.builder(600).name("pages").build()) {
            List<Future<String>> pages = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                String address = "page " + i;
                pages.add(executor.submit(() -> load(address))); // 600 at once; what waits is no thread
            }
            print(pages.getLast().get());
        }
        // @end

        assertThat(printed).containsExactly("page 9999, loaded");
    }

    @Test
    void shouldRefuseWhatIsTooMuch() {
        // @start region="full" :
        try (BoundedExecutor executor = BoundedExecutor.builder(1)
                .name("pages")
                .capacity(1, OverflowPolicy.REJECT) // one runs, one waits
                .build()) {
            executor.execute(this::awaitTheEnd);
            executor.execute(() -> print("second"));
            try {
                executor.execute(() -> print("third"));
            } catch (RejectedExecutionException full) {
                print("refused");
            }
            mayEnd.countDown();
        }
        // @end

        assertThat(printed).containsExactly("refused", "second");
    }

    @Test
    void shouldStartUrgentTasksFirst() throws Exception {
        // @start region="options" :
        try (BoundedExecutor executor = BoundedExecutor.builder(1)
                .priorities(Duration.ofMinutes(1)) // a task that has waited a minute gains a step
                .build()) {
            executor.execute(this::awaitTheEnd);
            TaskOptions urgent = TaskOptions.defaults().priority(5);
            TaskOptions shortLived = TaskOptions.defaults().deadline(Duration.ofMillis(1));
            Future<?> late = executor.submit(() -> print("too late"), shortLived);
            executor.execute(() -> print("ordinary"));
            executor.execute(() -> print("urgent"), urgent);
            awaitExpiry(late); // its future fails: TaskExpiredException
            mayEnd.countDown();
        }
        // @end

        assertThat(printed).containsExactly("urgent", "ordinary");
    }

    @Test
    void shouldFollowMeasurements() throws Exception {
        // @start region="adaptive" :
        GradientLimit limit = GradientLimit.builder().max(200).build();
        try (BoundedExecutor executor = BoundedExecutor.builder(limit)
                .drops(TimeoutException.class::isInstance) // these alone are signs of overload
                .build()) {
            print(executor.submit(() -> load("page")).get());
        }
        // @end

        assertThat(printed).containsExactly("page, loaded");
    }

    @Test
    void shouldWaitForResources() throws Exception {
        // @start region="budget" :
        try (Budget budget = Budget.builder().resource("memory", 1L << 30).build();
                BoundedExecutor executor = BoundedExecutor.builder(600)
                        .budget(budget, Demand.of("memory", 64 << 20)) // of each task: so 16 at once
                        .build()) {
            print(executor.submit(() -> load("page")).get());
        }
        // @end

        assertThat(printed).containsExactly("page, loaded");
    }

    @Test
    void shouldTellWhatItDoes() throws Exception {
        try (BoundedExecutor executor = BoundedExecutor.builder(2).name("pages").build()) {
            Future<String> page = executor.submit(() -> load("page"));
            assertThat(page.get()).isEqualTo("page, loaded");
            // @start region="looking" :
            AdmissionStats stats = executor.stats();
            print(stats.admitted() + " admitted, " + stats.waiting() + " wait");
            print(stats.waits()); // how long tasks waited that had to
            executor.setLimit(10); // more start at once; fewer wait until some have ended
            // @end
        }

        assertThat(printed).hasSize(2);
        assertThat(printed.peek()).isEqualTo("1 admitted, 0 wait");
    }

    private void awaitTheEnd() {
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitExpiry(Future<?> future) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(future::get)
                .withCauseInstanceOf(TaskExpiredException.class);
    }

    private static String load(String address) {
        return address + ", loaded";
    }

    private void print(Object what) {
        printed.add(what);
    }
}
