package dev.ropewalk.channel.scope;

import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.channel.ProcessBody;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ProcessHandler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A process: a virtual thread that belongs to a scope.
 *
 * <p>It is also the uncaught exception handler of its thread. That is the short way from a thread to its process, which every
 * use of a scope's channel takes; a thread whose handler was replaced is an outsider.
 */
public final class VirtualProcess<T extends @Nullable Object>
        implements ScopedProcess<T>, Runnable, ProcessHandler, ContextPart {
    private static final int MAX_CAUSE_DEPTH = 50;

    private static final VarHandle END = VarHandles.of(MethodHandles.lookup(), "end", ProcessEnd.class);

    final VirtualThreadScope scope;
    final Thread thread;
    private final String name;

    /** The scope that this process has opened, the outermost of them if they are several. */
    volatile @Nullable VirtualThreadScope inner;

    private final @Nullable WatchedBody<?> watched;
    private @Nullable ProcessBody<T> body;
    private ScopedValue.@Nullable Carrier bindings;
    private @Nullable T value;
    private @Nullable Throwable thrown;
    private volatile boolean cancelled;
    private volatile ProcessState state = ProcessState.RUNNING;

    /** Made by the first thread that wants to wait for the end. */
    private volatile @Nullable ProcessEnd end;

    /** Whether threads that wait for the end may go on. The process writes this and then reads {@code end}; a thread that joins first makes {@code end} and then reads this. So one of them closes it. */
    private volatile boolean hasEnded;

    VirtualProcess(VirtualThreadScope scope, String name, ProcessBody<T> body, ScopedValue.@Nullable Carrier bindings) {
        this.scope = scope;
        this.name = name;
        this.body = Contexts.areCarried() ? new BodyInContext<>(body, Contexts.capture(this, body), this) : body;
        this.watched = body instanceof WatchedBody<?> told ? told : null;
        this.bindings = bindings;
        this.thread = scope.scheduler().threadFactory().newThread(this);
        thread.setName(name);
        thread.setUncaughtExceptionHandler(this);
    }

    /** Returns the process that a thread is, or null. */
    static @Nullable VirtualProcess<?> of(Thread thread) {
        return thread.getUncaughtExceptionHandler() instanceof VirtualProcess<?> process ? process : null;
    }

    /**
     * Returns a process that a user gave as one of this kind.
     *
     * @throws IllegalArgumentException if it is of another kind, such as a fake or a decorator
     */
    public static VirtualProcess<?> of(ScopedProcess<?> process) {
        if (process instanceof VirtualProcess<?> own) {
            return own;
        }
        throw new IllegalArgumentException("only a process that was spawned in a scope opened by ProcessScope or"
                + " ProcessScopeBuilder can be used here, but this one is of "
                + process.getClass().getName());
    }

    @Override
    public void run() {
        Throwable failure = null;
        try {
            if (!cancelled) {
                value = call();
            }
        } catch (Throwable escaped) {
            failure = escaped;
        }
        Throwable escaped = closeForgotten(failure);
        Steps.before(StepKind.ACCESS, scope);
        settle(escaped);
    }

    @Override
    public ContextKind contextKind() {
        return ContextKind.SCOPE;
    }

    @Override
    public String contextName() {
        return scope.name();
    }

    @Override
    public String contextTask() {
        return name;
    }

    private T call() throws Exception {
        ProcessBody<T> task = body;
        ScopedValue.Carrier values = bindings;
        body = null;
        bindings = null;
        if (task == null) {
            throw new IllegalStateException("process " + name + " has run already");
        }
        return values == null ? task.run() : values.call(task::run);
    }

    /** Closes the scopes that the process has left open, which is a fault of its own. */
    private @Nullable Throwable closeForgotten(@Nullable Throwable failure) {
        VirtualThreadScope forgotten = inner;
        if (forgotten == null) {
            return failure;
        }
        Throwable first = failure;
        if (first == null) {
            first = new IllegalStateException(
                    "process " + name + " has ended without closing scope " + forgotten.name());
        }
        try {
            forgotten.closeWithInner();
        } catch (RuntimeException untold) {
            first.addSuppressed(untold);
        }
        return first;
    }

    private void settle(@Nullable Throwable failure) {
        if (failure == null) {
            state = cancelled && body != null ? ProcessState.CANCELLED : ProcessState.SUCCEEDED;
        } else if ((cancelled || scope.members().end() != null) && follows(failure, 0)) {
            state = ProcessState.CANCELLED;
        } else {
            thrown = failure;
            state = ProcessState.FAILED;
            scope.members().fail(this, failure);
        }
        tellBody();
        leave();
    }

    /** Leaves the scope, the last thing that the process does; threads that wait for its end are woken before. */
    private void leave() {
        try {
            hasEnded = true;
            ProcessEnd awaited = end;
            if (awaited != null) {
                awaited.close();
            }
        } finally {
            scope.leave(this);
        }
    }

    /** Returns the end of this process, to be waited for. */
    public ChannelCore<?> end() {
        return awaitable();
    }

    /**
     * The scopes are told before the end is there: what fails between leaves it to the next thread. The thread that closes the
     * end wakes all that wait for it, and the process won't do it again; so there has to be room for that, too.
     */
    private ProcessEnd awaitable() {
        StackRoom.require();
        ProcessEnd known = end;
        if (known == null) {
            scope.expectJoins();
            ProcessEnd made = new ProcessEnd(this);
            known = (ProcessEnd) END.compareAndExchange(this, null, made);
            if (known == null) {
                known = made;
            }
        }
        if (hasEnded) {
            known.close();
        }
        return known;
    }

    @Override
    public void join() throws InterruptedException {
        boolean ignored = join(Parking.FOREVER);
    }

    @Override
    public boolean join(Duration timeout) throws InterruptedException {
        return join(Parking.nanos(timeout));
    }

    private boolean join(long nanos) throws InterruptedException {
        if (Thread.currentThread().equals(thread)) {
            throw new IllegalStateException("process " + name + " can't join itself");
        }
        return awaitable().await(nanos);
    }

    private void tellBody() {
        WatchedBody<?> told = watched;
        if (told == null) {
            return;
        }
        if (state == ProcessState.SUCCEEDED) {
            told.ended(null);
        } else {
            ScopeEnd end = scope.members().end();
            told.ended(end == null ? new CancellationException("process " + name + " was cancelled") : end.cause());
        }
    }

    /** Returns whether all that has failed is the consequence of a cancellation. */
    private boolean follows(Throwable failure, int depth) {
        if (depth > MAX_CAUSE_DEPTH) {
            return false;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!follows(suppressed, depth + 1)) {
                return false;
            }
        }
        if (failure instanceof InterruptedException
                || failure instanceof CancellationException
                || hasEndedScope(failure)) {
            return true;
        }
        Throwable cause = failure.getCause();
        return cause != null && follows(cause, depth + 1);
    }

    /** Returns whether this failure has ended the scope, or a scope around it. */
    @SuppressWarnings("ReferenceEquality") // this very failure, not one like it
    private boolean hasEndedScope(Throwable failure) {
        for (VirtualThreadScope at = scope; at != null; at = at.nesting().outer()) {
            ScopeEnd end = at.members().end();
            if (end != null && end.cause() == failure) {
                return true;
            }
        }
        return false;
    }

    /** Handles what escapes from the bookkeeping itself: without this the scope would wait for ever. */
    @Override
    public void uncaughtException(Thread dead, Throwable escaped) {
        if (state == ProcessState.RUNNING) {
            settle(escaped);
        } else {
            leave();
        }
    }

    @Override
    public void cancel() {
        Steps.before(StepKind.CLOSE, scope);
        interrupt();
    }

    /** Cancels this process, as part of a step of its scope. */
    void interrupt() {
        if (state == ProcessState.RUNNING) {
            cancelled = true;
            thread.interrupt();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ProcessState state() {
        Steps.before(StepKind.ACCESS, scope);
        return state;
    }

    /** Returns the state as part of a step of the scope. */
    ProcessState stateNow() {
        return state;
    }

    @Override
    @SuppressWarnings("NullAway") // a body whose results may be null has a type that says so
    public T result() {
        ProcessState now = state;
        if (now != ProcessState.SUCCEEDED) {
            throw new IllegalStateException(
                    "process " + name + " has no result, it is " + now,
                    failure().orElse(null));
        }
        return value;
    }

    @Override
    public Optional<Throwable> failure() {
        return state == ProcessState.FAILED ? Optional.ofNullable(thrown) : Optional.empty();
    }

    @Override
    public String toString() {
        return "ScopedProcess[" + name + ", " + state + "]";
    }
}
