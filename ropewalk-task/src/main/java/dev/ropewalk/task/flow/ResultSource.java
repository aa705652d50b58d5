package dev.ropewalk.task.flow;

import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.task.queue.TaskFuture;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What subscribers get results from: where tasks come from, and what runs them. */
public final class ResultSource<T> {
    private final TaskSupply.Maker<T> supply;
    private final Function<Callable<?>, Object> bodies;
    private final Consumer<TaskFuture<?>> start;

    private ResultSource(
            TaskSupply.Maker<T> supply, Function<Callable<?>, Object> bodies, Consumer<TaskFuture<?>> start) {
        this.supply = supply;
        this.bodies = bodies;
        this.start = start;
    }

    /** Returns a source of tasks that are iterated over anew for each subscriber. */
    public static <T> ResultSource<T> of(
            Iterable<? extends Callable<? extends T>> tasks,
            Function<Callable<?>, Object> bodies,
            Consumer<TaskFuture<?>> start) {
        return new ResultSource<>(taker -> new IteratedTasks<>(tasks, taker), bodies, start);
    }

    /** Returns a source of tasks that are subscribed to for each subscriber. */
    public static <T> ResultSource<T> of(
            Flow.Publisher<? extends Callable<? extends T>> tasks,
            Function<Callable<?>, Object> bodies,
            Consumer<TaskFuture<?>> start) {
        return new ResultSource<>(taker -> new PublishedTasks<>(tasks, taker), bodies, start);
    }

    /** Subscribes, by an executor or by the default one if it is null. */
    public void subscribe(Flow.Subscriber<? super T> subscriber, int concurrency, @Nullable Executor executor) {
        new ResultSubscription<T>(supply, bodies, start, concurrency, new FlowExecutor(executor), subscriber)
                .subscribe();
    }
}
