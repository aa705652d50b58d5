package dev.ropewalk.task.flow;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.flow.SourceSubscription;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.task.queue.TaskFuture;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to the results of tasks, in the order in which they end. A task is asked for when its result was requested, and at most so
 * many are on their way at a time: asked for, running, or ended and not given. So what waits to be given is bounded, by both.
 *
 * <p>Three counters: how many tasks were asked for and how many results were given, both written by steps; how many tasks have arrived,
 * written by the supply, whose calls don't overlap. {@code suppliedAll} is written after the last of them. So a step that sees it, and as many results
 * given as tasks arrived, has given all.
 */
final class ResultSubscription<T> extends SourceSubscription<T> implements TaskSupply.Taker<T> {
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.task", ResultSubscription.class), "flows of results");

    private final Function<Callable<?>, Object> bodies;
    private final Consumer<TaskFuture<?>> start;
    private final int concurrency;
    private final FlowExecutor executor;
    private final TaskSupply<T> supply;
    private final RunningTasks running = new RunningTasks();
    private final Queue<Outcome<T>> ended = new ConcurrentLinkedQueue<>();
    private boolean isStarted;
    private long asked;
    private long given;
    private volatile long arrived;
    private volatile boolean isReady;
    private volatile boolean suppliedAll;

    /** How a task has ended. */
    private record Outcome<T>(@Nullable T result, @Nullable Throwable failure) {}

    /**
     * Makes a subscription.
     *
     * @param start lets a task run, or throws
     */
    ResultSubscription(
            TaskSupply.Maker<T> supply,
            Function<Callable<?>, Object> bodies,
            Consumer<TaskFuture<?>> start,
            int concurrency,
            FlowExecutor executor,
            Flow.Subscriber<? super T> subscriber) {
        super(subscriber);
        this.bodies = bodies;
        this.start = start;
        this.concurrency = concurrency;
        this.executor = executor;
        this.supply = supply.make(this);
    }

    /** Connects with what brings the tasks, and tells the subscriber that it has subscribed. */
    void subscribe() {
        StackRoom.require();
        supply.connect();
        begin();
    }

    // What the supply calls

    @Override
    public void ready() {
        isReady = true;
        signal();
    }

    @Override
    public void take(Callable<? extends T> task) {
        long before = arrived;
        arrived = before + 1;
        var future = new Task(task);
        if (!running.add(future)) {
            return;
        }
        try {
            start.accept(future);
        } catch (Throwable thrown) {
            boolean ignored = future.fail(thrown);
        }
    }

    @Override
    public void end(@Nullable Throwable failure) {
        if (failure == null) {
            suppliedAll = true;
        } else {
            fail(failure);
        }
        signal();
    }

    /** A task that leaves its result here. */
    private final class Task extends TaskFuture<T> {
        Task(Callable<? extends T> task) {
            super(bodies.apply(task));
        }

        @Override
        protected void ended() {
            running.remove(this);
            try {
                Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, ResultSubscription.this);
                boolean ignored = ResultSubscription.this.ended.add(outcome());
            } catch (OutOfMemoryError e) {
                ResultSubscription.this.fail(e);
            }
            signal();
        }

        private Outcome<T> outcome() {
            return switch (state()) {
                case SUCCESS -> new Outcome<>(resultNow(), null);
                case FAILED -> new Outcome<>(null, failure());
                case CANCELLED, RUNNING -> new Outcome<>(null, new CancellationException("a task was cancelled"));
            };
        }
    }

    // Steps

    @Override
    protected @Nullable T next() {
        startSupply();
        ask();
        Outcome<T> outcome = ended.poll();
        if (outcome == null) {
            completeIfAllWereGiven();
            return null;
        }
        given++;
        if (outcome.failure != null) {
            fail(outcome.failure);
            return null;
        }
        return Objects.requireNonNull(outcome.result, "a task returned null");
    }

    private void startSupply() {
        if (!isStarted) {
            isStarted = true;
            supply.start();
        }
    }

    private void ask() {
        long more = Math.min(concurrency, requested()) - (asked - given);
        if (isReady && more > 0 && !suppliedAll) {
            asked += more;
            supply.request(more);
        }
    }

    @Override
    protected void lookForEnd() {
        startSupply();
        completeIfAllWereGiven();
    }

    private void completeIfAllWereGiven() {
        if (suppliedAll && given == arrived) {
            complete();
        }
    }

    @Override
    protected void release() {
        try {
            running.cancelAll();
            ended.clear();
        } finally {
            supply.cancel();
        }
    }

    @Override
    protected void subscriberHasLeft(@Nullable Throwable cause) {}

    @Override
    protected void beforeCall() {
        Steps.before(StepKind.ACCESS, this);
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        LOG.log(Level.WARNING, () -> "a flow of results: " + what, thrown);
    }

    @Override
    public String toString() {
        return "subscription to results of tasks";
    }
}
