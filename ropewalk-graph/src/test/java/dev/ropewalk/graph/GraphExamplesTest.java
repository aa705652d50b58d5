package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.scheduler.Scheduler;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Graphs as a user would write them. */
@Timeout(30)
class GraphExamplesTest {
    @Test
    void shouldCountTheWordsOfWhatItFetches() throws InterruptedException {
        try (Budget budget = Budget.builder()
                .resource("calls", 10)
                .resource("memory", 1 << 30)
                .build()) {
            TaskGraphDraft graph = TaskGraph.draft();
            Action<String> text = graph.asyncAction("fetch", context -> fetch("two words", Thread::startVirtualThread))
                    .demand(Demand.of("calls", 1))
                    .retry(Retry.attempts(3)
                            .backOff(Duration.ofMillis(100), Duration.ofSeconds(2))
                            .on(IOException.class))
                    .timeout(Duration.ofSeconds(10));
            Action<Integer> words = graph.action(
                            "count", context -> context.value(text).split(" ").length)
                    .after(text)
                    .demand(Demand.of("memory", 64 << 20));

            GraphResult result =
                    graph.build().start(GraphOptions.defaults().budget(budget)).join();

            assertThat(result.orThrow().value(words)).isEqualTo(2);
        }
    }

    @Test
    void shouldBuildFromAList() throws InterruptedException {
        TaskGraphDraft graph = TaskGraph.draft();
        List<Action<Integer>> parts = Stream.of("a", "bb", "ccc")
                .map(part -> graph.action("length of " + part, context -> part.length()))
                .toList();
        Action<Integer> sum = graph.action(
                        "sum",
                        context -> parts.stream().mapToInt(context::value).sum())
                .after(parts.toArray(Action<?>[]::new));

        assertThat(graph.build().start().join().value(sum)).isEqualTo(6);
    }

    @Test
    void shouldCompileByName() throws InterruptedException {
        ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();
        TaskGraphDraft graph = TaskGraph.draft();
        graph.run("app", context -> done.add("app")).after("lib", "gen");
        graph.run("lib", context -> done.add("lib")).after("gen");
        graph.run("gen", context -> done.add("gen"));

        graph.build().start().join().orThrow();

        assertThat(done).containsExactly("gen", "lib", "app");
    }

    @Test
    void shouldRunOnASchedulerAndLeaveATrace() throws InterruptedException, IOException {
        try (Scheduler scheduler = Scheduler.create()) {
            TaskGraphDraft graph = TaskGraph.draft();
            Action<Boolean> here =
                    graph.action("where", context -> Scheduler.current().isPresent());
            graph.action("flaky", context -> {
                        if (context.attempt() == 1) {
                            throw new IOException("once");
                        }
                        return 1;
                    })
                    .retry(Retry.attempts(2).backOff(Duration.ofMillis(1), Duration.ofMillis(1)));
            GraphRun run = graph.build()
                    .start(GraphOptions.defaults().scheduler(scheduler).traced(true));

            GraphResult result = run.join();
            StringWriter trace = new StringWriter();
            run.trace().writeTo(trace);

            assertThat(result.orThrow().value(here)).isEqualTo(scheduler.carriesVirtualThreads());
            assertThat(trace.toString()).contains("\"where\"");
        }
    }

    private static CompletableFuture<String> fetch(String reply, Executor executor) {
        return CompletableFuture.supplyAsync(() -> reply, executor);
    }
}
