package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A task of a {@link SimulatedExecutor}, at once, later or periodic. */
final class SimulatedFuture<V> extends FutureTask<V> implements RunnableScheduledFuture<V>, ArmedTimer {
    private final SimulatedExecutor executor;
    private final WorldHost host;

    /** Above zero for a fixed rate, below for a fixed delay, in nanoseconds. */
    private final long period;

    private final @Nullable Throwable origin;

    private long due;

    SimulatedFuture(SimulatedExecutor executor, WorldHost host, Callable<V> task, long due, long period) {
        super(task);
        this.executor = executor;
        this.host = host;
        this.due = due;
        this.period = period;
        this.origin = host.originIfLogged("made");
    }

    @Override
    public void run() {
        if (period == 0) {
            super.run();
        } else if (executor.isShutDown()) {
            end();
        } else if (runAndReset()) {
            due = period > 0 ? due + period : host.now() - period;
            executor.repeat(this);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        executor.before(StepKind.CLOSE);
        return super.cancel(mayInterruptIfRunning);
    }

    /** Cancels this task as part of another step. */
    void end() {
        boolean ignored = super.cancel(false);
    }

    @Override
    public void abandon() {
        end();
    }

    @Override
    protected void done() {
        if (super.isCancelled()) {
            executor.forget(this);
        }
    }

    @Override
    public long due() {
        return due;
    }

    @Override
    public long periodNanos() {
        return Math.abs(period);
    }

    @Override
    public @Nullable Throwable origin() {
        return origin;
    }

    // What it has come to

    /** Returns whether this task is done, as part of another step. */
    boolean hasEnded() {
        return super.isDone();
    }

    @Override
    public boolean isDone() {
        executor.before(StepKind.ACCESS);
        return hasEnded();
    }

    @Override
    public boolean isCancelled() {
        executor.before(StepKind.ACCESS);
        return super.isCancelled();
    }

    @Override
    public State state() {
        executor.before(StepKind.ACCESS);
        return super.state();
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        executor.before(StepKind.ACCESS);
        if (!hasEnded() && host.isCaller()) {
            boolean ignored = host.awaitCondition("the result of a task", this::hasEnded, Long.MAX_VALUE);
        }
        return super.get();
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        executor.before(StepKind.ACCESS);
        if (!hasEnded() && host.isCaller()) {
            if (!host.awaitCondition("the result of a task", this::hasEnded, unit.toNanos(timeout))) {
                throw new TimeoutException(this + " isn't done after " + timeout + " " + unit);
            }
        }
        return super.get(timeout, unit);
    }

    // Its time

    @Override
    public boolean isPeriodic() {
        return period != 0;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(due - host.now(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
