package dev.ropewalk.task;

import dev.ropewalk.task.flow.ResultSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the results of tasks as they complete, and runs the tasks for that. A task is taken, and submitted to the executor, when its result is
 * requested; at most so many at a time as {@link #concurrency} says, of this subscriber's, beside what the executor's limit permits. So no results pile up, and
 * tasks that nobody wants don't run.
 *
 * {@snippet class="dev.ropewalk.task.snippets.TaskSnippets" region="results" :
 * List<Callable<Page>> loads = List.of(() -> load(home), () -> load(news));
 * executor.results(loads).concurrency(8).subscribe(pages);
 * }
 *
 * <p>The order is that in which tasks end. The first task that fails fails the flow: {@code onError} gets what it threw, those that run are cancelled, with an
 * interrupt, and those that wait never run. So it is with a task that returns null, or that the executor refuses, drops or cancels, and with a failure of the
 * publisher of tasks, or of the iteration. A subscriber that cancels or throws ends all tasks in the same way.
 *
 * <p>Tasks that {@link BoundedExecutor#shutdownNow} takes out of the queue don't end by that. The flow of one goes on when its caller runs it, and fails when
 * the caller cancels it; until then it waits.
 *
 * <p>Each subscriber has the tasks run anew: an iterable is iterated over again, a publisher subscribed to again. Submitting may wait, if
 * the executor says {@link OverflowPolicy#BLOCK}: then the thread does that brings the task.
 *
 * <p>It is a description, immutable and thread-safe; its methods return copies. What a task did before it returned happens-before {@code onNext} of its result.
 *
 * @param <T> the type of the results
 */
public final class ResultPublisher<T> implements Flow.Publisher<T> {
    private final ResultSource<T> source;
    private final int concurrency;
    private final @Nullable Executor executor;

    ResultPublisher(ResultSource<T> source, int concurrency, @Nullable Executor executor) {
        this.source = source;
        this.concurrency = concurrency;
        this.executor = executor;
    }

    /**
     * Returns a copy with so many tasks of each subscriber at a time; by default as many as the limit of the executor was when this was made.
     *
     * @throws IllegalArgumentException if it isn't positive
     */
    public ResultPublisher<T> concurrency(int tasks) {
        if (tasks < 1) {
            throw new IllegalArgumentException("at least 1 task must run at a time, not " + tasks);
        }
        return new ResultPublisher<>(source, tasks, executor);
    }

    /**
     * Returns a copy that calls subscribers by an executor, each by one call at a time. The default is the scheduler on which the thread
     * runs that subscribes, or else the JDK's common pool. Tasks run where they always do.
     *
     * @param by a strand, an event loop, virtual threads. A scheduler has a strand for each subscriber
     */
    public ResultPublisher<T> on(Executor by) {
        return new ResultPublisher<>(source, concurrency, Objects.requireNonNull(by, "by"));
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        source.subscribe(Objects.requireNonNull(subscriber, "subscriber"), concurrency, executor);
    }
}
