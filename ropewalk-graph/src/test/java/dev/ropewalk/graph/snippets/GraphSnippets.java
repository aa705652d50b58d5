package dev.ropewalk.graph.snippets;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionOutcome;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** The code that the documentation of graphs shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class GraphSnippets {
    interface Client {
        String fetch(URI address) throws IOException;

        CompletableFuture<String> fetchAsync(URI address);
    }

    abstract int count(String source);

    void overview(Client client, URI address, Budget budget) throws InterruptedException {
        // @start region="overview" :
        TaskGraphDraft graph = TaskGraph.draft();
        Action<String> source =
                graph.action("fetch", context -> client.fetch(address)).demand(Demand.of("calls", 1));
        Action<Integer> words =
                graph.action("count", context -> count(context.value(source))).after(source);
        GraphResult result =
                graph.build().start(GraphOptions.defaults().budget(budget)).join();
        // @end
    }

    void graphs(Client client, URI address, Budget budget) throws InterruptedException {
        // @start region="graph" :
        TaskGraphDraft graph = TaskGraph.draft();
        Action<String> source = graph.asyncAction("fetch", context -> client.fetchAsync(address))
                .demand(Demand.of("calls", 1))
                .retry(Retry.attempts(3).backOff(Duration.ofMillis(100), Duration.ofSeconds(2)));
        Action<Integer> words = graph.action("count", context -> count(context.value(source)))
                .after(source)
                .demand(Demand.of("memory", 64 << 20));
        GraphResult result =
                graph.build().start(GraphOptions.defaults().budget(budget)).join();
        int count = result.value(words);
        // @end
    }

    void options(Budget budget) {
        // @start region="options" :
        GraphOptions options =
                GraphOptions.defaults().budget(budget).keepGoing(true).traced(true);
        // @end
    }

    void outcomes(GraphRun run, Flow.Subscriber<ActionOutcome> progress) {
        // @start region="publisher" :
        run.publisher().subscribe(progress); // an ActionOutcome for each action
        // @end
    }

    void retries() {
        // @start region="retry" :
        Retry retry = Retry.attempts(4)
                .backOff(Duration.ofMillis(50), Duration.ofSeconds(2))
                .on(IOException.class);
        // @end
    }
}
