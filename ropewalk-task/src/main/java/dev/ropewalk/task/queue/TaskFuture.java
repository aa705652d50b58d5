package dev.ropewalk.task.queue;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A submitted task and its result in one object, which is also what waits in the queue.
 *
 * <p>{@code outcome} is decided by one compare-and-set from null and never changes again. So all that is asked of a future
 * that is done agrees, however the questions are spread over time.
 *
 * <p>{@code runner} goes from null to the thread that runs the task, and from there to LEFT, each by compare-and-set. So a task
 * isn't run twice, even if its user calls {@link #run} as well; and a task that was cancelled or has expired is never started,
 * because its runner looks at the outcome after it has written {@code runner}.
 *
 * <p>Why an interrupt meant for this task never hits the next one in the same thread: the canceller moves {@code runner} from the
 * thread to INTERRUPTING, interrupts, and moves it on to LEFT. Either the thread has left before, and is not interrupted; or it
 * fails to leave, and waits until the interrupt has been sent. A thread that runs tasks clears the interrupt between two of them.
 *
 * <p>Why no getter waits for ever: a getter pushes itself onto {@code getters} and then reads {@code outcome}; the thread that
 * ends the task writes {@code outcome} and then takes all getters. Both fields are volatile.
 *
 * <p>{@code queuedIn} is guarded by the lock of the executor that it names; without the lock it is a hint.
 */
public class TaskFuture<T> implements RunnableFuture<T> {
    /** Outcomes that need no object of their own. */
    private enum Sign {
        NULL,
        CANCELLED
    }

    /** The states of a runner that no longer runs the task. */
    private enum Absence {
        INTERRUPTING,
        LEFT
    }

    private record Failure(Throwable thrown) {}

    /** For a task whose exception can't be noted: its getters are told all the same. */
    private static final Failure UNNOTED =
            new Failure(new OutOfMemoryError("a task has failed, and there was no memory to note with what"));

    private record Getter(
            ThreadWaiter<Boolean> waiter, @Nullable Getter next) {}

    private static final VarHandle RUNNER = VarHandles.of(MethodHandles.lookup(), "runner", Object.class);
    private static final VarHandle OUTCOME = VarHandles.of(MethodHandles.lookup(), "outcome", Object.class);
    private static final VarHandle GETTERS = VarHandles.of(MethodHandles.lookup(), "getters", Getter.class);

    private @Nullable Object body;
    private @Nullable TaskHome queuedIn;
    private volatile @Nullable Object runner;
    private volatile @Nullable Object outcome;
    private volatile @Nullable Getter getters;

    /**
     * Creates the future of a {@link Callable} or, with the result null, of a {@link Runnable}; an object that is both isn't
     * allowed.
     */
    public TaskFuture(Object body) {
        this.body = body;
    }

    // The queue

    /** Called under the executor's lock. */
    final void enqueuedIn(TaskHome home) {
        queuedIn = home;
    }

    /** Called under the executor's lock. */
    final boolean isQueued() {
        return queuedIn != null;
    }

    /** Called under the executor's lock. */
    final void leaveQueue() {
        queuedIn = null;
    }

    /** Returns the task as its user knows it. */
    Runnable task() {
        return this;
    }

    // Running

    @Override
    public void run() {
        Thread self = Thread.currentThread();
        if (outcome != null || !RUNNER.compareAndSet(this, null, self)) {
            return;
        }
        Object task = body;
        if (outcome == null && task != null) {
            Object result;
            try {
                result = call(task);
            } catch (Throwable thrown) {
                result = failureOf(thrown);
            }
            Steps.before(StepKind.ACCESS, this);
            settle(result);
        }
        if (!RUNNER.compareAndSet(this, self, Absence.LEFT)) {
            awaitInterrupt();
        }
    }

    /** Yields rather than spins: the interrupter may be a virtual thread that needs this one's carrier. */
    private void awaitInterrupt() {
        while (runner == Absence.INTERRUPTING) {
            Steps.giveWay(this);
        }
    }

    private static Object call(Object task) throws Exception {
        TaskFaults.failIfStruck(task);
        if (task instanceof Runnable runnable) {
            runnable.run();
            return Sign.NULL;
        }
        Object value = ((Callable<?>) task).call();
        return value == null ? Sign.NULL : value;
    }

    private static Failure failureOf(Throwable thrown) {
        try {
            return new Failure(thrown);
        } catch (OutOfMemoryError full) {
            return UNNOTED;
        }
    }

    /** Lets the future fail, if it hasn't ended. */
    public final boolean fail(Throwable error) {
        return settle(failureOf(error));
    }

    /** Decides that the future fails, if it hasn't ended: then {@link #tell} must be called, outside of all locks. */
    final boolean decide(Throwable error) {
        return OUTCOME.compareAndSet(this, null, failureOf(error));
    }

    private boolean settle(Object end) {
        if (!OUTCOME.compareAndSet(this, null, end)) {
            return false;
        }
        tell();
        return true;
    }

    /** Returns what it failed with, or null. */
    public final @Nullable Throwable failure() {
        return outcome instanceof Failure failure ? failure.thrown : null;
    }

    final void tell() {
        body = null;
        for (Getter getter = (Getter) GETTERS.getAndSet(this, null); getter != null; getter = getter.next) {
            if (getter.waiter.grant(true)) {
                getter.waiter.wake();
            }
        }
        ended();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, this);
        if (!OUTCOME.compareAndSet(this, null, Sign.CANCELLED)) {
            return false;
        }
        try {
            if (mayInterruptIfRunning) {
                Steps.before(StepKind.ACCESS, this);
                interruptRunner();
            }
        } finally {
            tell();
            TaskHome home = queuedIn;
            if (home != null) {
                home.forget(this);
            }
        }
        return true;
    }

    private void interruptRunner() {
        if (runner instanceof Thread running && RUNNER.compareAndSet(this, running, Absence.INTERRUPTING)) {
            try {
                running.interrupt();
            } finally {
                runner = Absence.LEFT;
            }
        }
    }

    /** Called once when this has come to its end, by the thread that ended it. */
    protected void ended() {}

    // The result

    @Override
    public boolean isCancelled() {
        Steps.before(StepKind.ACCESS, this);
        return outcome == Sign.CANCELLED;
    }

    @Override
    public boolean isDone() {
        Steps.before(StepKind.ACCESS, this);
        return outcome != null;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        Steps.before(StepKind.ACCESS, this);
        if (outcome == null) {
            boolean ignored = await(Parking.FOREVER);
        }
        return result();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        Steps.before(StepKind.ACCESS, this);
        if (outcome == null && !await(nanos)) {
            throw new TimeoutException("no result within " + timeout + " " + unit + ": " + this);
        }
        return result();
    }

    private boolean await(long nanos) throws InterruptedException {
        Steps.before(StepKind.ACCESS, this);
        var waiter = new ThreadWaiter<Boolean>("the result of a task");
        if (!enlist(waiter)) {
            boolean ignored = waiter.withdraw();
            return true;
        }
        return Parking.await(waiter, nanos) || outcome != null;
    }

    /** Adds a getter; returns whether it must wait, so that it will be told. */
    final boolean enlist(ThreadWaiter<Boolean> waiter) {
        Getter head = getters;
        while (!GETTERS.compareAndSet(this, head, new Getter(waiter, firstWaiting(head)))) {
            head = getters;
        }
        return outcome == null;
    }

    /** Leaves out getters that have given up, so that a thread that asks again and again leaves nothing behind. */
    private static @Nullable Getter firstWaiting(@Nullable Getter head) {
        Getter getter = head;
        while (getter != null && getter.waiter.isSettled()) {
            getter = getter.next;
        }
        return getter;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a task whose result may be null has a type that says so
    private T result() throws ExecutionException {
        Object end = Objects.requireNonNull(outcome);
        if (end instanceof Failure failure) {
            throw new ExecutionException(failure.thrown);
        }
        if (end == Sign.CANCELLED) {
            throw new CancellationException("cancelled");
        }
        return end == Sign.NULL ? null : (T) end;
    }

    @Override
    public String toString() {
        Object end = outcome;
        Object task = body;
        String is = end == null
                ? runner == null ? "not started" : "running"
                : end instanceof Failure failure
                        ? "failed: " + failure.thrown
                        : end == Sign.CANCELLED ? "cancelled" : "done";
        return "Task[" + (task == null ? "" : task + ", ") + is + "]";
    }
}
