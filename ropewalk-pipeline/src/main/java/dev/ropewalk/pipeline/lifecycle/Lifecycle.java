package dev.ropewalk.pipeline.lifecycle;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.PipelineClosedException;
import dev.ropewalk.pipeline.sequence.Attention;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Whether a pipeline takes events, drains, or has ended, and why. It only goes forward. */
public final class Lifecycle {
    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);

    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int ENDED = 2;

    private final String pipeline;

    @SuppressWarnings("UnusedVariable") // accessed through STATE
    private int state;

    private volatile @Nullable Throwable failure;
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();

    /** Told of the end before it is written: a publisher looks there first. */
    private final Attention attention;

    private Inventory.@Nullable Entry<?> entry;

    @SuppressWarnings("UnusedVariable") // keeps the pipeline listed while its parts are used
    private @Nullable Object whole;

    public Lifecycle(String pipeline, Attention attention) {
        this.pipeline = pipeline;
        this.attention = attention;
    }

    /** Sets what leaves when the pipeline has ended, and keeps the pipeline until then; before it is started. */
    public void leaveAtEnd(Inventory.Entry<?> place, Object pipelineItself) {
        entry = place;
        whole = pipelineItself;
    }

    /** Returns whether events may be published, at no more cost than a read. */
    public boolean isOpen() {
        return (int) STATE.getOpaque(this) == OPEN;
    }

    /** As {@link #isOpen}, after whatever the caller did before, if that was an atomic operation. */
    public boolean isOpenNow() {
        return (int) STATE.getVolatile(this) == OPEN;
    }

    public boolean hasEnded() {
        return (int) STATE.getOpaque(this) == ENDED;
    }

    /** As {@link #hasEnded}, after whatever the caller did before, if that was an atomic operation. */
    public boolean hasEndedNow() {
        return (int) STATE.getVolatile(this) == ENDED;
    }

    /** Refuses new events; returns whether it was this call that did. */
    public boolean beginClosing() {
        Steps.noteClosed(this);
        attention.raise(Attention.CLOSING);
        return STATE.compareAndSet(this, OPEN, CLOSING);
    }

    /** Ends everything. */
    public void end() {
        Steps.noteClosed(this);
        attention.raise(Attention.END);
        STATE.setVolatile(this, ENDED);
    }

    /** Ends everything for a reason, unless it has ended; returns whether it was this call that did. */
    public boolean fail(Throwable cause) {
        Steps.noteClosed(this);
        attention.raise(Attention.END);
        while (true) {
            int now = (int) STATE.getVolatile(this);
            if (now == ENDED) {
                return false;
            }
            synchronized (this) {
                if (failure == null) {
                    failure = cause;
                }
            }
            if (STATE.compareAndSet(this, now, ENDED)) {
                return true;
            }
        }
    }

    /** Tells the waiting threads that the pipeline has ended and no handler runs any more. */
    public void terminate() {
        terminated.complete(null);
        if (entry != null) {
            entry.leave();
        }
    }

    public CompletableFuture<Void> terminated() {
        return terminated;
    }

    /** Returns why it has ended; whoever sees that finds it ended. */
    public Optional<Throwable> failure() {
        return hasEndedNow() ? Optional.ofNullable(failure) : Optional.empty();
    }

    public PipelineClosedException refusal() {
        Throwable cause = failure;
        return cause == null
                ? new PipelineClosedException("the pipeline " + pipeline + " is closed", null)
                : new PipelineClosedException("the pipeline " + pipeline + " has ended: " + cause, cause);
    }

    /** Returns what a simulation calls the pipeline: this stands for all of it. */
    @Override
    public String toString() {
        return "pipeline " + pipeline;
    }
}
