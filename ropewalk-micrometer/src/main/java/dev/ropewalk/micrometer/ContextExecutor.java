package dev.ropewalk.micrometer;

import dev.ropewalk.micrometer.context.Libraries;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.TaskOptions;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;

/**
 * Hands tasks to a {@link BoundedExecutor} together with the context of the thread that submits them: the thread-locals that
 * Micrometer's context-propagation library knows, such as a trace or a log's MDC. They are captured when the task is submitted, set
 * while it runs and taken back after it, so that the next task in that thread doesn't see them. Needs that library, {@code
 * io.micrometer:context-propagation}.
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.MetricsSnippets" region="context" :
 * var inContext = new ContextExecutor(executor);
 * Future<Page> page =
 *         inContext.submit(() -> load(address), TaskOptions.defaults().priority(5));
 * }
 *
 * <p>Where a {@link ContextPropagation} is installed all tasks have their submitter's context without it.
 *
 * <p>All else is as the executor says, which its owner closes. A task that is a future itself is no future to the executor here: it isn't
 * cancelled when it expires. Submit it instead.
 *
 * <p>Thread-safe.
 */
public final class ContextExecutor implements Executor {
    private final BoundedExecutor executor;
    private final ContextSnapshotFactory snapshots;

    /**
     * Takes the context from the accessors that the library finds by itself.
     *
     * @throws IllegalStateException if {@code context-propagation} isn't there
     */
    public ContextExecutor(BoundedExecutor executor) {
        this(executor, ofLibrary());
    }

    private static ContextSnapshotFactory ofLibrary() {
        Libraries.requireContextPropagation();
        return ContextSnapshotFactory.builder().build();
    }

    /** Takes the context by a factory of snapshots. */
    public ContextExecutor(BoundedExecutor executor, ContextSnapshotFactory snapshots) {
        this.executor = Objects.requireNonNull(executor, "executor");
        this.snapshots = Objects.requireNonNull(snapshots, "snapshots");
    }

    /** As {@link BoundedExecutor#execute(Runnable)}, in the context of this thread. */
    @Override
    public void execute(Runnable task) {
        executor.execute(inContext(task));
    }

    /** As {@link BoundedExecutor#execute(Runnable, TaskOptions)}, in the context of this thread. */
    public void execute(Runnable task, TaskOptions options) {
        executor.execute(inContext(task), options);
    }

    /** As {@link BoundedExecutor#submit(Runnable)}, in the context of this thread. */
    public Future<?> submit(Runnable task) {
        return executor.submit(inContext(task));
    }

    /** As {@link BoundedExecutor#submit(Runnable, TaskOptions)}, in the context of this thread. */
    public Future<?> submit(Runnable task, TaskOptions options) {
        return executor.submit(inContext(task), options);
    }

    /** As {@link BoundedExecutor#submit(Callable)}, in the context of this thread. */
    public <T> Future<T> submit(Callable<T> task) {
        return executor.submit(inContext(task));
    }

    /** As {@link BoundedExecutor#submit(Callable, TaskOptions)}, in the context of this thread. */
    public <T> Future<T> submit(Callable<T> task, TaskOptions options) {
        return executor.submit(inContext(task), options);
    }

    private Runnable inContext(Runnable task) {
        Objects.requireNonNull(task, "task");
        return snapshots.captureAll().wrap(task);
    }

    private <T> Callable<T> inContext(Callable<T> task) {
        Objects.requireNonNull(task, "task");
        return snapshots.captureAll().wrap(task);
    }

    @Override
    public String toString() {
        return executor + " with context";
    }
}
