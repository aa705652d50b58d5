package dev.ropewalk.channel.core;

import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A callback that waits at a channel. It is its own task: what wakes it gives it to the executor. If that is a strand whose
 * scheduler ends without running the task, the task is abandoned, which is the same as being rejected.
 */
abstract class CallbackWaiter extends ChannelWaiter implements Abandonable, PendingOperation {
    private final Executor executor;

    /** Whether the callback was called; only of interest where the executor has done that in the thread that wakes this. */
    private boolean begun;

    CallbackWaiter(ChannelCore<?> channel, @Nullable Object value, Executor executor) {
        super(channel, value);
        this.executor = executor;
    }

    @Override
    protected final boolean claim() {
        return true;
    }

    @Override
    protected final boolean isCallback() {
        return true;
    }

    @Override
    protected final boolean isWaiting() {
        return side != null;
    }

    @Override
    protected final void wake() {
        try {
            executor.execute(this);
        } catch (Throwable thrown) {
            if (begun) {
                Log.warn(channel.name(), "a callback has failed", thrown);
            } else {
                Log.warn(channel.name(), "the executor rejected a callback", thrown);
                rejected();
            }
        }
    }

    @Override
    public final void run() {
        begun = true;
        call(take());
    }

    @Override
    public final void abandon() {
        rejected();
    }

    /** Calls the callback. */
    abstract void call(Object outcome);

    /** Says that the callback won't be called. */
    abstract void rejected();

    @Override
    public final boolean cancel() {
        Steps.before(StepKind.CLOSE, channel);
        boolean cancelled = channel.withdraw(this);
        if (cancelled) {
            value = null;
        }
        return cancelled;
    }

    /** Returns the outcome, and forgets it, because the caller that began the operation may keep this. */
    final Object take() {
        Object outcome = Objects.requireNonNull(value);
        value = null;
        return outcome;
    }
}
