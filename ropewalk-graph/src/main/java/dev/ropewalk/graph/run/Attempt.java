package dev.ropewalk.graph.run;

import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionBody;
import dev.ropewalk.graph.ActionContext;
import dev.ropewalk.graph.AsyncActionBody;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.graph.order.StartList;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.PlannedAction;
import dev.ropewalk.limit.budget.BudgetGrant;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of one action.
 *
 * <p>Its states, changed by compare-and-set alone, so that one thread ends it:
 * <pre>
 *   RUNNING ------> ENDED                          its thread has returned from the body
 *      |   \------> AWAITING ----> ENDED           an asynchronous body has returned its stage, which ends it, or an abort
 *      v
 *   INTERRUPTING -> INTERRUPTED                    aborted while the body runs: its thread ends it when that has returned
 * </pre>
 * An interrupt falls between INTERRUPTING and INTERRUPTED, and the thread waits for the latter before it goes on: no later action
 * of that thread is interrupted in its place.
 *
 * <p>Starting and stopping can't miss each other: an attempt is published in its slot before it looks whether the run was
 * stopped, and the thread that stops the run says so before it looks into the slots, all of them volatile. So one of the two sees
 * the other.
 */
final class Attempt implements ActionContext, Slots.Mark, ContextPart {
    private static final int RUNNING = 0;
    private static final int AWAITING = 1;
    private static final int INTERRUPTING = 2;
    private static final int INTERRUPTED = 3;
    private static final int ENDED = 4;

    /** Why an attempt is aborted. */
    enum Abort {
        STOPPED,
        LATE,

        /** Its time limit isn't kept any more. */
        UNWATCHED
    }

    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);

    final PlannedAction<?> action;
    final @Nullable BudgetGrant grant;
    private final Execution execution;
    private final int attempt;
    private final Thread thread = Thread.currentThread();
    private final long began;
    private volatile int state;
    private volatile @Nullable Abort aborted;
    private @Nullable CompletionStage<?> stage;
    private @Nullable Runnable timer;

    Attempt(Execution execution, PlannedAction<?> action, int attempt, @Nullable BudgetGrant grant) {
        this.execution = execution;
        this.action = action;
        this.attempt = attempt;
        this.grant = grant;
        this.began = execution.isTraced() ? execution.threads.now() : 0;
    }

    /** Runs the body in the calling thread; its end is told to the execution, in this thread or, if it is asynchronous, later. */
    void run(StartList starts) {
        Steps.before(StepKind.TASK, execution);
        execution.slots.setVolatile(action.index(), this);
        if (execution.isStopped()) {
            endBody(ENDED);
            execution.dropped(this, starts);
            return;
        }
        execution.started(this);
        try {
            armTimer();
        } catch (Throwable noTimer) {
            endBody(ENDED);
            report(null, noTimer, starts);
            return;
        }
        if (action.body() instanceof AsyncActionBody<?> body) {
            begin(body, starts);
            return;
        }
        Object slot = null;
        Throwable error = null;
        try {
            Steps.failIfStruck(FaultKind.TASK_FAILURE, action);
            slot = Slots.ofValue(runBody((ActionBody<?>) action.body()));
        } catch (Throwable thrown) {
            error = thrown;
        }
        endBody(ENDED);
        disarmTimer();
        report(slot, error, starts);
    }

    private @Nullable Object runBody(ActionBody<?> body) throws Exception {
        ContextScope context = Contexts.open(execution.context, this);
        try {
            return body.run(this);
        } catch (Throwable thrown) {
            context.failed(thrown);
            throw thrown;
        } finally {
            context.close();
        }
    }

    private CompletionStage<?> beginBody(AsyncActionBody<?> body) throws Exception {
        ContextScope context = Contexts.open(execution.context, this);
        try {
            return body.begin(this);
        } catch (Throwable thrown) {
            context.failed(thrown);
            throw thrown;
        } finally {
            context.close();
        }
    }

    private void begin(AsyncActionBody<?> body, StartList starts) {
        Throwable error = null;
        try {
            Steps.failIfStruck(FaultKind.TASK_FAILURE, action);
            stage = beginBody(body);
            if (stage == null) {
                throw new NullPointerException("the body of '" + action + "' returned no stage");
            }
        } catch (Throwable thrown) {
            error = thrown;
        }
        CompletionStage<?> begun = stage;
        if (error != null || begun == null) {
            endBody(ENDED);
            disarmTimer();
            report(null, error, starts);
        } else if (endBody(AWAITING)) {
            await(begun);
        } else {
            cancelStage();
            disarmTimer();
            report(null, new CancellationException(), starts);
        }
    }

    private void await(CompletionStage<?> begun) {
        try {
            var ignored = begun.whenComplete(this::completed);
        } catch (Throwable broken) {
            completed(null, broken);
        }
    }

    private void completed(@Nullable Object value, @Nullable Throwable error) {
        Steps.before(StepKind.ACCESS, execution);
        if (STATE.compareAndSet(this, AWAITING, ENDED)) {
            disarmTimer();
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            execution.startOutside(starts -> report(cause == null ? Slots.ofValue(value) : null, cause, starts));
        }
    }

    /** Leaves the body; returns false if it was aborted meanwhile. No interrupt of this attempt comes later. */
    private boolean endBody(int next) {
        Steps.before(StepKind.ACCESS, execution);
        boolean ended = STATE.compareAndSet(this, RUNNING, next);
        while (state == INTERRUPTING) {
            Steps.spin(this);
        }
        boolean ignored = Thread.interrupted();
        return ended;
    }

    /** Interrupts the body, or gives up the stage. Does nothing if the attempt has ended. */
    void abort(Abort why) {
        Steps.before(StepKind.CLOSE, execution);
        if (STATE.compareAndSet(this, RUNNING, INTERRUPTING)) {
            aborted = why;
            thread.interrupt();
            state = INTERRUPTED;
        } else if (STATE.compareAndSet(this, AWAITING, ENDED)) {
            aborted = why;
            cancelStage();
            disarmTimer();
            execution.startOutside(starts -> report(null, new CancellationException(), starts));
        }
    }

    private void report(@Nullable Object slot, @Nullable Throwable error, StartList starts) {
        Abort why = aborted;
        if (why == Abort.LATE) {
            TimeoutException timeout = new TimeoutException(
                    "'" + action + "' took longer than " + action.timeoutNanos() / 1_000_000.0 + " ms");
            if (error != null) {
                timeout.addSuppressed(error);
            }
            execution.failed(this, timeout, starts);
        } else if (slot != null) {
            execution.succeeded(this, slot, starts);
        } else if (execution.isStopped()) {
            execution.cancelled(this, starts);
        } else if (why == Abort.UNWATCHED) {
            RejectedExecutionException unwatched = new RejectedExecutionException(
                    "the time limit of '" + action + "' can't be kept: the scheduler of the run has closed");
            if (error != null) {
                unwatched.addSuppressed(error);
            }
            execution.failed(this, unwatched, starts);
        } else {
            execution.failed(this, error == null ? new CancellationException() : error, starts);
        }
    }

    private void cancelStage() {
        CompletionStage<?> given = stage;
        try {
            if (given != null) {
                given.toCompletableFuture().cancel(true);
            }
        } catch (Throwable cannot) {
            execution.log.log(Level.DEBUG, () -> "the stage of '" + action + "' can't be cancelled", cannot);
        }
    }

    private void armTimer() {
        if (action.timeoutNanos() != Parking.FOREVER) {
            timer = execution.threads.after(action.timeoutNanos(), new TimeLimit());
        }
    }

    /** What ends an attempt that takes too long, or whose time isn't measured any more. */
    private final class TimeLimit implements Abandonable {
        @Override
        public void run() {
            abort(Abort.LATE);
        }

        @Override
        public void abandon() {
            abort(Abort.UNWATCHED);
        }
    }

    private void disarmTimer() {
        Runnable armed = timer;
        if (armed != null) {
            armed.run();
        }
    }

    @Override
    public ContextKind contextKind() {
        return execution.contextKind();
    }

    @Override
    public String contextName() {
        return execution.contextName();
    }

    @Override
    public String contextTask() {
        return action.name();
    }

    /** When it began, if the run is traced. */
    long began() {
        return began;
    }

    /** Returns what is kept of it in a traced run. */
    SliceLog.Slice slice(long finish, SliceLog.End end) {
        return new SliceLog.Slice(action, action.demand(), attempt, began, finish, end);
    }

    /** Returns what is told of it while it goes on. */
    GraphSnapshot.Running shown() {
        return new GraphSnapshot.Running(
                action.name(), attempt, execution.isTraced() ? execution.threads.now() - began : 0);
    }

    @Override
    public <T extends @Nullable Object> T value(Action<T> dependency) {
        GraphPlan plan = execution.plan;
        int index = plan.indexOf(dependency);
        if (!plan.dependencies().contains(action.index(), index)) {
            throw new IllegalArgumentException(
                    "'" + action + "' reads the value of '" + dependency + "', which isn't one of its dependencies");
        }
        Object slot = execution.slots.get(index);
        if (slot == null) {
            throw new AssertionError("'" + dependency + "' has no value");
        }
        return Slots.valueOf(slot);
    }

    @Override
    public String name() {
        return action.name();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean isCancelled() {
        return state == INTERRUPTING || state == INTERRUPTED || execution.isStopped();
    }
}
