package dev.ropewalk.pipeline.lifecycle;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.RateLimit;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.pipeline.Failure;
import dev.ropewalk.pipeline.event.StageFailureEvent;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the pipeline's listener of failures, or writes them to the log if it has none. Lines name the pipeline and are limited in
 * rate; those that were held back are counted by the next. Nothing that the listener or the log throws goes further.
 */
public final class FailureLog {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.pipeline", FailureLog.class);

    private final String pipeline;
    private final @Nullable Consumer<? super Failure> listener;
    private final LongSupplier clock;
    private final RateLimit limit;

    /**
     * Makes a log.
     *
     * @param listener gets the failures of handlers; null for the log itself
     * @param clock in nanoseconds
     */
    public FailureLog(String pipeline, @Nullable Consumer<? super Failure> listener, LongSupplier clock) {
        this.pipeline = pipeline;
        this.listener = listener;
        this.clock = clock;
        limit = new RateLimit(clock.getAsLong());
    }

    public void report(Failure failure) {
        if (FlightRecorderState.isUsed()) {
            StageFailureEvent.record(
                    pipeline,
                    failure.stage(),
                    failure.sequence(),
                    failure.cause().getClass().getName(),
                    failure.action().name());
        }
        if (listener == null) {
            write(
                    Level.WARNING,
                    () -> "stage " + failure.stage() + " failed at event " + failure.sequence()
                            + (failure.failures() > 1 ? " (failure " + failure.failures() + " of this event)" : "")
                            + ": " + text(failure.action()),
                    failure.cause());
            return;
        }
        try {
            listener.accept(failure);
        } catch (Throwable e) {
            suppress(e, failure.cause());
            write(Level.ERROR, () -> "the listener of failures failed, told of " + failure, e);
        }
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
        write(Level.WARNING, () -> "stage " + stage + " failed in " + method, cause);
    }

    /** Reports what the hook that clears events threw. */
    void reportClearing(long sequence, Throwable cause) {
        write(Level.WARNING, () -> "clearing event " + sequence + " failed", cause);
    }

    /** Tells of the lines that were held back and that no other line has counted, at the end of the pipeline. */
    public void end() {
        long heldBack = limit.takeHeldBack();
        if (heldBack > 0) {
            LOG.log(Level.WARNING, "the pipeline " + pipeline + ": " + held(heldBack));
        }
    }

    private void write(Level level, Supplier<String> line, Throwable cause) {
        try {
            long heldBack = limit.tryPass(clock.getAsLong());
            if (heldBack == RateLimit.HELD_BACK) {
                return;
            }
            String suffix = heldBack == 0 ? "" : " (" + held(heldBack) + ")";
            LOG.log(level, "the pipeline " + pipeline + ": " + line.get() + suffix, cause);
        } catch (Throwable e) {
            suppress(cause, e); // memory, or the text of a foreign object: it has no other place to go
        }
    }

    /** No throwable can suppress itself: a listener may throw the very cause that it was told of. */
    @SuppressWarnings("ReferenceEquality") // the same throwable, not an equal one
    private static void suppress(Throwable thrown, Throwable other) {
        if (thrown != other) {
            try {
                thrown.addSuppressed(other);
            } catch (Throwable ofMemory) {
                return; // there is no place left to tell of it
            }
        }
    }

    private static String held(long lines) {
        return lines + " lines about other failures were held back";
    }
}
