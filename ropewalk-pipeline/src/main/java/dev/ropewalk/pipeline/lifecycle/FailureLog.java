package dev.ropewalk.pipeline.lifecycle;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.pipeline.Failure;
import dev.ropewalk.pipeline.event.StageFailureEvent;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the pipeline's listener of failures, or writes them to the log if it has none. Lines name the pipeline and are limited in
 * rate ({@link LimitedLog}). Nothing that the listener or the log throws goes further.
 */
public final class FailureLog {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.pipeline", FailureLog.class);

    private final String pipeline;
    private final @Nullable Consumer<? super Failure> listener;
    private final LimitedLog log;

    /**
     * Makes a log.
     *
     * @param listener gets the failures of handlers; null for the log itself
     * @param clock in nanoseconds
     */
    public FailureLog(String pipeline, @Nullable Consumer<? super Failure> listener, LongSupplier clock) {
        this.pipeline = pipeline;
        this.listener = listener;
        this.log = new LimitedLog(LOG, "the pipeline " + pipeline, clock);
    }

    public void report(Failure failure) {
        if (FlightRecorderState.isUsed()) {
            record(failure);
        }
        if (listener == null) {
            write(failure);
            return;
        }
        try {
            listener.accept(failure);
        } catch (Throwable e) {
            tellBoth(failure, e);
        }
    }

    private void record(Failure failure) {
        try {
            StageFailureEvent.record(
                    pipeline,
                    failure.stage(),
                    failure.sequence(),
                    failure.cause().getClass().getName(),
                    failure.action().name());
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private void write(Failure failure) {
        log.log(
                Level.WARNING,
                () -> "the pipeline " + pipeline + ": stage " + failure.stage() + " failed at event "
                        + failure.sequence()
                        + (failure.failures() > 1 ? " (failure " + failure.failures() + " of this event)" : "") + ": "
                        + text(failure.action()),
                failure.cause());
    }

    /** A listener may throw the very cause that it was told of, or the same each time, so that none is kept with the other. */
    @SuppressWarnings("ReferenceEquality") // the same throwable, not an equal one
    private void tellBoth(Failure failure, Throwable ofListener) {
        if (ofListener != failure.cause()) {
            write(failure);
        }
        log.log(
                Level.ERROR,
                () -> "the pipeline " + pipeline + ": the listener of failures failed, told of event "
                        + failure.sequence() + " in stage " + failure.stage(),
                ofListener);
    }

    private static String text(Failure.Action action) {
        return switch (action) {
            case SKIP -> "the event is skipped";
            case PASS_ON -> "the event is passed on";
            case RETRY -> "the event is tried again";
            case REWIND -> "the batch is tried again";
            case STOP -> "the pipeline stops";
        };
    }

    /** Reports what a handler's method other than {@code onEvent} threw. */
    public void reportHook(String stage, String method, Throwable cause) {
        log.log(Level.WARNING, () -> "the pipeline " + pipeline + ": stage " + stage + " failed in " + method, cause);
    }

    /** Reports what the other end of a flow threw. */
    public void reportFlow(String what, Throwable cause) {
        log.log(Level.WARNING, () -> "a flow of the pipeline " + pipeline + ": " + what, cause);
    }

    /** Reports what the hook that clears events threw. */
    void reportClearing(long sequence, Throwable cause) {
        log.log(Level.WARNING, () -> "the pipeline " + pipeline + ": clearing event " + sequence + " failed", cause);
    }

    /** Tells of the lines that were held back and that no other line has counted, at the end of the pipeline. */
    public void end() {
        log.end(Level.WARNING);
    }
}
