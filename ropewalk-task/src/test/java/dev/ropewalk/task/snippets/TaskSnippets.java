package dev.ropewalk.task.snippets;

import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.TaskOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

/** The code that the documentation of tasks shows. */
@SuppressWarnings({"unused", "FutureReturnValueIgnored"}) // it shows what can be called
abstract class TaskSnippets {
    interface Page {}

    abstract Page load(URI address) throws Exception;

    abstract void refresh();

    void overview(URI address) {
        // @start region="overview" :
        try (BoundedExecutor executor = BoundedExecutor.builder(600)
                .capacity(10_000, OverflowPolicy.BLOCK)
                .build()) {
            Future<Page> page = executor.submit(() -> load(address));
            executor.execute(this::refresh, TaskOptions.defaults().deadline(Duration.ofSeconds(5)));
        }
        // @end
    }

    void bounded(List<Runnable> tasks) {
        // @start region="bounded" :
        try (BoundedExecutor executor = BoundedExecutor.builder(600).build()) {
            for (Runnable task : tasks) {
                executor.execute(task);
            }
        }
        // @end
    }

    void options(BoundedExecutor executor) {
        // @start region="options" :
        TaskOptions options =
                TaskOptions.defaults().deadline(Duration.ofSeconds(2)).priority(5);
        Future<?> done = executor.submit(this::refresh, options);
        // @end
    }

    void results(BoundedExecutor executor, URI home, URI news, Flow.Subscriber<Page> pages) {
        // @start region="results" :
        List<Callable<Page>> loads = List.of(() -> load(home), () -> load(news));
        executor.results(loads).concurrency(8).subscribe(pages);
        // @end
    }
}
