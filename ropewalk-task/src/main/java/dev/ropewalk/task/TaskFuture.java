package dev.ropewalk.task;

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
 * <p>Who moves {@code runner} from null runs the task; who moves {@code outcome} from null decides what it came to. Both are
 * compare-and-set, so each happens once: a task that was cancelled or has expired is never started, because its runner looks
 * at the outcome after it has written {@code runner}, and not run twice, even if its user calls {@link #run} as well.
 *
 * <p>Why an interrupt meant for this task never hits the next one in the same thread: who cancels writes {@code INTERRUPTING}
 * and then reads {@code runner}; the runner writes {@code runner} and, when it has run, moves {@code outcome}, or finds
 * INTERRUPTING and waits until the interrupt has been sent. Whoever runs tasks clears the interrupt between two of them.
 *
 * <p>Why nobody waits for ever: a getter pushes itself onto {@code getters} and then reads {@code outcome}, who ends the task
 * writes {@code outcome} and then takes all getters, all volatile.
 *
 * <p>{@code queuedIn} is guarded by the lock of the executor that it names; others only guess from it.
 */
class TaskFuture<T> implements RunnableFuture<T> {
    private enum Sign {
        NULL,
        CANCELLED,
        INTERRUPTING
    }

    private record Failure(Throwable thrown) {}

    private record Getter(
            ThreadWaiter<Boolean> waiter, @Nullable Getter next) {}

    private static final VarHandle RUNNER;
    private static final VarHandle OUTCOME;
    private static final VarHandle GETTERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RUNNER = lookup.findVarHandle(TaskFuture.class, "runner", Thread.class);
            OUTCOME = lookup.findVarHandle(TaskFuture.class, "outcome", Object.class);
            GETTERS = lookup.findVarHandle(TaskFuture.class, "getters", Getter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private @Nullable Object body;
    private @Nullable TaskAdmission queuedIn;
    private volatile @Nullable Thread runner;
    private volatile @Nullable Object outcome;
    private volatile @Nullable Getter getters;

    /** Creates the future of a {@link Callable} or, with the result null, of a {@link Runnable}; nothing that is both. */
    TaskFuture(Object body) {
        this.body = body;
    }

    // The queue

    /** Called under the executor's lock. */
    final void enqueuedIn(TaskAdmission admission) {
        queuedIn = admission;
    }

    /** Called under the executor's lock. */
    final boolean isQueued() {
        return queuedIn != null;
    }

    /** Called under the executor's lock. */
    final void leaveQueue() {
        queuedIn = null;
    }

    /** Returns what its user knows it as. */
    Runnable task() {
        return this;
    }

    // Running

    @Override
    public void run() {
        if (outcome != null || !RUNNER.compareAndSet(this, null, Thread.currentThread())) {
            return;
        }
        Object task = body;
        if (outcome == null && task != null) {
            Object result;
            try {
                result = call(task);
            } catch (Throwable thrown) {
                result = new Failure(thrown);
            }
            settle(result);
        }
        awaitInterrupt();
        runner = null;
    }

    @SuppressWarnings("ThreadPriorityCheck") // who interrupts may be a virtual thread that needs this one's carrier
    private void awaitInterrupt() {
        while (outcome == Sign.INTERRUPTING) {
            Thread.yield();
        }
    }

    private static Object call(Object task) throws Exception {
        if (task instanceof Runnable runnable) {
            runnable.run();
            return Sign.NULL;
        }
        Object value = ((Callable<?>) task).call();
        return value == null ? Sign.NULL : value;
    }

    /** Lets the future fail, if it hasn't ended. */
    final boolean fail(Throwable error) {
        return settle(new Failure(error));
    }

    /** Decides that the future fails, if it hasn't ended: then {@link #tell} must be called, outside of all locks. */
    final boolean decide(Throwable error) {
        return OUTCOME.compareAndSet(this, null, new Failure(error));
    }

    private boolean settle(Object end) {
        if (!OUTCOME.compareAndSet(this, null, end)) {
            return false;
        }
        tell();
        return true;
    }

    /** Returns what it failed with, or null. */
    final @Nullable Throwable failure() {
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
        if (!OUTCOME.compareAndSet(this, null, mayInterruptIfRunning ? Sign.INTERRUPTING : Sign.CANCELLED)) {
            return false;
        }
        try {
            Thread running = mayInterruptIfRunning ? runner : null;
            if (running != null) {
                running.interrupt();
            }
        } finally {
            outcome = Sign.CANCELLED;
            tell();
        }
        TaskAdmission admission = queuedIn;
        if (admission != null) {
            admission.forget(this);
        }
        return true;
    }

    /** Called once when this has come to its end, by who has brought it. */
    void ended() {}

    // The result

    @Override
    public boolean isCancelled() {
        return outcome == Sign.CANCELLED || outcome == Sign.INTERRUPTING;
    }

    @Override
    public boolean isDone() {
        return outcome != null;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (outcome == null) {
            boolean ignored = await(Parking.FOREVER);
        }
        return result();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        if (outcome == null && !await(nanos)) {
            throw new TimeoutException("no result within " + timeout + " " + unit + ": " + this);
        }
        return result();
    }

    private boolean await(long nanos) throws InterruptedException {
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

    /** Leaves out those who have given up, so that one who asks again and again leaves nothing behind. */
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
        if (isCancelled()) {
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
                : end instanceof Failure failure ? "failed: " + failure.thrown : isCancelled() ? "cancelled" : "done";
        return "Task[" + (task == null ? "" : task + ", ") + is + "]";
    }
}
