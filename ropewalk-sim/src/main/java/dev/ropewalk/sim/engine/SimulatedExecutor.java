package dev.ropewalk.sim.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.time.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A view of a simulated scheduler as an executor service; what it promises is in {@link SimulatedScheduler#asExecutorService}.
 *
 * <p>All steps of a view, its futures and its tasks are steps on the view: shutting down concerns each of them.
 */
final class SimulatedExecutor extends InvokingExecutor implements ScheduledExecutorService, Backlog {
    private final WorldHost host;
    private final SchedulerState state;

    /** The tasks that were handed to the scheduler and haven't ended, in order. */
    private final Set<ExecutorTask> tasks = new LinkedHashSet<>();

    /** The tasks whose time hasn't come. */
    private final Map<SimulatedFuture<?>, Event> delayed = new LinkedHashMap<>();

    /** How many of the tasks run. */
    private int running;

    private boolean shutdown;
    private boolean stopped;

    SimulatedExecutor(WorldHost host, SchedulerState state) {
        super(host);
        this.host = host;
        this.state = state;
    }

    /** Announces a step of the caller on this view. */
    void before(StepKind kind) {
        host.requireCaller(this);
        host.before(kind, this);
    }

    // Tasks for now

    @Override
    public void execute(Runnable command) {
        Objects.requireNonNull(command, "command");
        before(StepKind.SUBMIT);
        refuseIfShutdown(command);
        start(command, StepKind.TASK, false);
    }

    private void refuseIfShutdown(Runnable task) {
        if (!isOpen()) {
            throw new RejectedExecutionException(task + " rejected from " + this);
        }
    }

    private boolean isOpen() {
        return !shutdown && state.isOpen();
    }

    private void start(Runnable body, StepKind kind, boolean byClock) {
        var task = new ExecutorTask(this, body);
        tasks.add(task);
        state.noteTaskSubmitted();
        host.ready(new TaskParty(host, state, task, kind, host.numberOf(this)));
        state.noteGrown(this, byClock);
    }

    /** A task has begun. */
    void begun() {
        running++;
    }

    /** A task that had begun has ended. */
    void done(ExecutorTask task) {
        running--;
        ended(task);
    }

    @Override
    public int waiting(int most) {
        return Math.min(most, tasks.size() - running);
    }

    void ended(ExecutorTask task) {
        tasks.remove(task);
    }

    @Override
    <T> SimulatedFuture<T> newFuture(Callable<T> task) {
        return new SimulatedFuture<>(this, host, task, host.now(), 0);
    }

    // Tasks for later

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return delay(Executors.callable(command), delay, unit, 0);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return delay(callable, delay, unit, 0);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return delay(Executors.callable(command), initialDelay, unit, positive("period", period, unit));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return delay(Executors.callable(command), initialDelay, unit, -positive("delay", delay, unit));
    }

    private static long positive(String what, long value, TimeUnit unit) {
        Objects.requireNonNull(unit, "unit");
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be above zero, not " + value);
        }
        return Math.min(unit.toNanos(value), Durations.MAX_DELAY_NANOS);
    }

    private <V> ScheduledFuture<V> delay(Callable<V> task, long delay, TimeUnit unit, long period) {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(unit, "unit");
        before(StepKind.SUBMIT);
        long due = host.later(Math.min(unit.toNanos(delay), Durations.MAX_DELAY_NANOS));
        var future = new SimulatedFuture<>(this, host, task, due, period);
        refuseIfShutdown(future);
        await(future);
        return future;
    }

    private void await(SimulatedFuture<?> task) {
        if (task.due() <= host.now()) {
            start(task, StepKind.TIMER, true);
        } else {
            delayed.put(task, host.at(task.due(), () -> release(task)));
            state.timers().add(task);
        }
    }

    private void release(SimulatedFuture<?> task) {
        forget(task);
        start(task, StepKind.TIMER, true);
    }

    /** Lets a periodic task that has just run wait for its next time. */
    void repeat(SimulatedFuture<?> task) {
        if (isOpen()) {
            await(task);
        } else {
            task.end();
        }
    }

    /** Forgets a task that isn't to run later, if it was. */
    void forget(SimulatedFuture<?> task) {
        Event event = delayed.remove(task);
        if (event != null) {
            event.cancel();
            state.timers().remove(task);
        }
    }

    // The end

    @Override
    public void shutdown() {
        before(StepKind.CLOSE);
        shutdown = true;
        List.copyOf(delayed.keySet()).stream()
                .filter(SimulatedFuture::isPeriodic)
                .forEach(SimulatedFuture::end);
        tasks.forEach(ExecutorTask::cancelIfPeriodic);
    }

    @Override
    public List<Runnable> shutdownNow() {
        before(StepKind.CLOSE);
        shutdown = true;
        stopped = true;
        List<Runnable> waiting = new ArrayList<>();
        tasks.removeIf(task -> {
            Runnable body = task.take();
            if (body != null) {
                waiting.add(body);
            }
            return body != null;
        });
        tasks.forEach(ExecutorTask::interrupt);
        List<SimulatedFuture<?>> later = new ArrayList<>(delayed.keySet());
        later.forEach(this::forget);
        later.stream().sorted().forEach(waiting::add);
        return waiting;
    }

    @Override
    public boolean isShutdown() {
        before(StepKind.ACCESS);
        return shutdown;
    }

    boolean isShutDown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        before(StepKind.ACCESS);
        return hasEnded();
    }

    private boolean hasEnded() {
        return shutdown && tasks.isEmpty() && delayed.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit, "unit");
        before(StepKind.ACCESS);
        if (!hasEnded() && host.isCaller()) {
            return host.awaitCondition("the end of an executor", this::hasEnded, unit.toNanos(timeout));
        }
        return hasEnded();
    }

    /** {@inheritDoc} As in the view of another scheduler, an interrupt of the caller cancels what hasn't begun. */
    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        while (!hasEnded()) {
            try {
                boolean ignored = awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
                for (Runnable left : shutdownNow()) {
                    if (left instanceof Future<?> future) {
                        boolean ignored = future.cancel(false);
                    }
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        String is = hasEnded()
                ? "terminated"
                : stopped
                        ? "stopped"
                        : shutdown ? "shut down" : state.isOpen() ? "open" : "open, but its scheduler is closed";
        return "ExecutorView[" + state.name() + ", simulated, " + is + "]";
    }
}
