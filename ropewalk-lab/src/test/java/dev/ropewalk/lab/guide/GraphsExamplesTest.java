package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.flow.Source;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionResult;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/graphs.md, and what it computes. */
class GraphsExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();

    @Test
    void shouldRunInOrder() throws InterruptedException {
        // @start region="smallest" :
        TaskGraphDraft draft = TaskGraph.draft();
        Action<String> source = draft.action("fetch", context -> load("page"));
        Action<Integer> words = draft.action(
                        "count", context -> context.value(source).split(" ").length)
                .after(source);
        Action<Integer> letters = draft.action(
                        "measure", context -> context.value(source).length())
                .after(source); // beside "count"
        draft.run("report", context -> print(context.value(words) + " words, " + context.value(letters) + " letters"))
                .after(words, letters);
        TaskGraph graph = draft.build();

        GraphResult result = graph.start().join().orThrow();
        print(result.value(words)); // 3
        // @end

        assertThat(printed).containsExactly("3 words, 11 letters", 3);
    }

    @Test
    void shouldShareResources() throws InterruptedException {
        // @start region="demands" :
        TaskGraphDraft draft = TaskGraph.draft();
        Action<String> source = draft.asyncAction("fetch", context -> loadAsync("page")) // no thread meanwhile
                .demand(Demand.of("calls", 1))
                .retry(Retry.attempts(3)
                        .backOff(Duration.ofMillis(100), Duration.ofSeconds(2))
                        .on(IOException.class))
                .timeout(Duration.ofSeconds(30));
        draft.run("compile", context -> print(context.value(source)))
                .after(source)
                .demand(Demand.of("cpus", 1).and("memory", 64 << 20))
                .cost(Duration.ofMillis(200)); // about how long it takes: says which goes first
        try (Budget budget = Budget.builder()
                .resource("calls", 200)
                .resource("cpus", 2)
                .resource("memory", 1L << 30)
                .build()) {
            GraphResult result =
                    draft.build().start(GraphOptions.defaults().budget(budget)).join();
            print(result.isSuccess());
        }
        // @end

        assertThat(printed).containsExactly("to be read", true);
    }

    @Test
    void shouldGoOnAfterAFailure() throws InterruptedException {
        // @start region="failing" :
        TaskGraphDraft draft = TaskGraph.draft();
        Action<String> broken = draft.action("broken", context -> {
            throw new IOException("no line");
        });
        Action<Void> behind = draft.run("behind", context -> print("never")).after(broken);
        draft.run("beside", context -> print("beside"));

        GraphResult result =
                draft.build().start(GraphOptions.defaults().keepGoing(true)).join();
        switch (result.result(behind)) {
            case ActionResult.Succeeded<Void> done -> print("done");
            case ActionResult.Failed<Void>(Throwable cause, int attempts) -> print(cause);
            case ActionResult.Skipped<Void>(Action<?> culprit) -> print("skipped for " + culprit.name());
            case ActionResult.Cancelled<Void> stopped -> print("cancelled");
        }
        // @end

        assertThat(printed).containsExactly("beside", "skipped for broken");
        assertThat(result.failures()).containsOnlyKeys(broken);
    }

    @Test
    void shouldBeFollowed(@TempDir Path folder) throws Exception {
        TaskGraphDraft draft = TaskGraph.draft();
        draft.run("compile", context -> {});
        TaskGraph graph = draft.build();
        // @start region="looking" :
        GraphRun run = graph.start(GraphOptions.defaults()
                .name("build")
                .traced(true) // keeps the times of all attempts
                .listener(event -> print(event)));
        print(run.snapshot()); // what runs now, and for which resource the others wait
        GraphResult result = run.join();
        run.trace().writeTo(folder.resolve("build.json")); // for ui.perfetto.dev
        // @end

        assertThat(result.isSuccess()).isTrue();
        assertThat(folder.resolve("build.json")).content().contains("compile");
        assertThat(printed).anySatisfy(line -> assertThat(line).asString().startsWith("1 actions: "));
    }

    @Test
    void shouldTellOfFailedActions() {
        TaskGraphDraft draft = TaskGraph.draft();
        draft.run("compile", context -> {});
        draft.run("test", context -> {
            throw new IOException("no line");
        });
        TaskGraph graph = draft.build();
        // @start region="outcomes" :
        Source.from(graph.start().publisher())
                .filter(outcome -> outcome.result() instanceof ActionResult.Failed)
                .forEach(outcome -> print(outcome.action() + " has failed"))
                .join();
        // @end

        assertThat(printed).containsExactly("test has failed");
    }

    private static String load(String address) {
        return Map.of("page", "to be twine").getOrDefault(address, "");
    }

    private static CompletableFuture<String> loadAsync(String address) {
        return CompletableFuture.completedFuture(address.equals("page") ? "to be read" : "");
    }

    private void print(Object what) {
        printed.add(what);
    }
}
