package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.TaskOptions;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** Tasks and processes that run in the context of their submitter. */
@Timeout(60)
class TasksInContextTest {
    private final ThreadLocal<@Nullable String> user = new ThreadLocal<>();
    private final ContextPropagation propagation = ContextPropagation.builder()
            .snapshots(ContextSnapshotFactory.builder()
                    .contextRegistry(new ContextRegistry().registerThreadLocalAccessor("user", user))
                    .build())
            .install();

    @AutoClose
    private final BoundedExecutor executor =
            BoundedExecutor.builder(1).name("pages").build();

    @AfterEach
    void close() {
        propagation.close();
        user.remove();
    }

    private String here() {
        return user.get() + ", " + MDC.getCopyOfContextMap();
    }

    @Test
    void shouldRunEachFormOfATaskInTheContextOfItsSubmitter() throws Exception {
        user.set("ann");
        var executed = new CompletableFuture<String>();
        var withOptions = new CompletableFuture<String>();
        var submitted = new CompletableFuture<String>();
        var withResult = new CompletableFuture<String>();
        TaskOptions options = TaskOptions.defaults().deadline(Duration.ofHours(1));
        executor.execute(() -> executed.complete(here()));
        executor.execute(() -> withOptions.complete(here()), options);
        Runnable plain = () -> submitted.complete(here());
        executor.submit(plain).get();
        Runnable plainWithResult = () -> withResult.complete(here());
        assertThat(executor.submit(plainWithResult, "result").get()).isEqualTo("result");

        assertThat(List.of(
                        executed.get(),
                        withOptions.get(),
                        submitted.get(),
                        withResult.get(),
                        executor.submit(this::here).get(),
                        executor.submit(this::here, options).get(),
                        executor.invokeAll(List.<Callable<String>>of(this::here))
                                .getFirst()
                                .get(),
                        executor.invokeAny(List.<Callable<String>>of(this::here)),
                        CompletableFuture.supplyAsync(this::here, executor).get()))
                .containsOnly("ann, {ropewalk.executor=pages}");
    }

    @Test
    void shouldLeaveNoContextBehind() throws Exception {
        user.set("ann");
        Future<?> failing = executor.submit(() -> {
            throw new IllegalStateException("as " + user.get());
        });
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(failing::get)
                .havingCause()
                .withMessage("as ann");
        propagation.close();

        assertThat(executor.submit(this::here).get()).isIn("null, null", "null, {}");
    }

    @Test
    void shouldKnowTasksAsTheirUsersDo() throws Exception {
        var never = new CountDownLatch(1);
        Future<Boolean> first = executor.submit(() -> {
            never.await();
            return true;
        });
        Runnable plain = () -> {};
        executor.execute(plain);
        Future<?> submitted = executor.submit(new Named());
        Future<String> called = executor.submit(new NamedCall());
        CompletableFuture<@Nullable Void> run = CompletableFuture.runAsync(plain, executor);

        assertThat(submitted).asString().contains("a task");
        assertThat(called).asString().contains("a call");
        List<Runnable> left = executor.shutdownNow();
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(first::get);
        assertThat(left).hasSize(4).startsWith(plain, (Runnable) submitted, (Runnable) called);
        assertThat(left.getLast()).isInstanceOf(Future.class);
        assertThat(run).isNotDone();
    }

    private static final class Named implements Runnable {
        @Override
        public void run() {}

        @Override
        public String toString() {
            return "a task";
        }
    }

    private static final class NamedCall implements Callable<String> {
        @Override
        public String call() {
            return "done";
        }

        @Override
        public String toString() {
            return "a call";
        }
    }

    @Test
    void shouldRunAProcessInTheContextOfItsSpawner() throws Exception {
        user.set("ann");
        try (Scheduler scheduler = Scheduler.builder().workers(1).build();
                ProcessScope scope =
                        ProcessScope.builder(scheduler).name("orders").open()) {
            ScopedProcess<String> process = scope.spawn("reader", this::here);
            scope.join();

            assertThat(process.result()).startsWith("ann, {").contains("ropewalk.scope=orders", "ropewalk.task=reader");
        }
    }

    @Test
    void shouldRunActionsInTheContextOfTheOneThatStartsTheGraph() throws Exception {
        user.set("ann");
        TaskGraphDraft draft = TaskGraph.draft();
        Action<String> load = draft.action("load", _ -> here());
        Action<String> ship = draft.asyncAction("ship", _ -> CompletableFuture.completedFuture(here()));
        GraphResult result =
                draft.build().start(GraphOptions.defaults().name("daily")).join();

        assertThat(result.value(load)).startsWith("ann, {").contains("ropewalk.run=daily", "ropewalk.task=load");
        assertThat(result.value(ship)).startsWith("ann, {").contains("ropewalk.run=daily", "ropewalk.task=ship");
    }
}
