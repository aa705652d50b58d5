package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actions whose bodies run in an executor of the user's. */
@Timeout(30)
class GraphExecutorTest {
    @AutoClose
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @AutoClose
    private final Budget budget = Budget.builder().resource("cpu", 1).build();

    private final TaskGraphDraft builder = TaskGraph.draft();

    @Test
    void shouldRunTheBodyInItsExecutorAndHandItsValueOn() throws Exception {
        Action<Integer> six = builder.action("six", context -> 6);
        Action<Boolean> computed = builder.action("computed", context -> {
                    assertThat(context.value(six)).isEqualTo(6);
                    return Thread.currentThread().isVirtual();
                })
                .after(six)
                .on(pool);
        Action<Boolean> next =
                builder.action("next", context -> context.value(computed)).after(computed);

        GraphResult result = builder.build().start().join().orThrow();

        assertThat(result.value(computed)).isFalse();
        assertThat(result.value(next)).isFalse();
    }

    @Test
    void shouldHoldItsGrantWhileTheBodyRuns() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            builder.run("" + i, context -> assertThat(budget.available("cpu")).isZero())
                    .demand(Demand.of("cpu", 1))
                    .on(pool);
        }

        assertThat(builder.build()
                        .start(GraphOptions.defaults().budget(budget))
                        .join()
                        .isSuccess())
                .isTrue();

        assertThat(budget.available("cpu")).isEqualTo(1);
    }

    @Test
    void shouldFailWithWhatTheBodyThrew() throws InterruptedException {
        IOException broken = new IOException("broken");
        Action<?> failing = builder.run("failing", context -> {
                    throw broken;
                })
                .on(pool);

        GraphResult result = builder.build().start().join();

        assertThat(errorOf(result.result(failing))).isSameAs(broken);
    }

    @Test
    void shouldFailIfTheExecutorRefuses() throws InterruptedException {
        Action<?> refused = builder.run("refused", context -> {}).on(task -> {
            throw new RejectedExecutionException("full");
        });

        GraphResult result = builder.build().start().join();

        assertThat(errorOf(result.result(refused)))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("full");
    }

    @Test
    void shouldInterruptTheBodyWhenTheRunIsCancelled() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        builder.run("endless", context -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                })
                .on(pool);
        GraphRun run = builder.build().start();
        begun.await();

        run.cancel();

        assertThat(run.join().isSuccess()).isFalse();
        interrupted.await();
    }

    @Test
    void shouldRefuseAnExecutorForAnActionThatHasOneOrIsAsynchronous() {
        Executor direct = Runnable::run;
        Action<?> twice = builder.run("twice", context -> {}).on(direct);
        Action<?> asynchronous = builder.asyncAction("later", context -> CompletableFuture.completedFuture(1));

        assertThatThrownBy(() -> twice.on(direct)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> asynchronous.on(direct))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'later' is asynchronous");
    }

    private static Throwable errorOf(ActionResult<?> outcome) {
        assertThat(outcome).isInstanceOf(ActionResult.Failed.class);
        return ((ActionResult.Failed<?>) outcome).cause();
    }
}
