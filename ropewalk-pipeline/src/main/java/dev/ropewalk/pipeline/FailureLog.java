package dev.ropewalk.pipeline;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Tells the pipeline's listener of failures; none that the listener itself throws goes further than the log. */
final class FailureLog {
    private static final Logger LOGGER = System.getLogger("dev.ropewalk.pipeline");

    private final String pipeline;
    private final Consumer<? super Failure> listener;

    FailureLog(String pipeline, Consumer<? super Failure> listener) {
        this.pipeline = pipeline;
        this.listener = listener;
    }

    /** The listener unless another is given: writes a warning. */
    static void warn(Failure failure) {
        LOGGER.log(
                Level.WARNING,
                () -> "stage " + failure.stage() + " failed at event " + failure.sequence() + ", time "
                        + failure.failures() + ": " + failure.action(),
                failure.cause());
    }

    void report(Failure failure) {
        try {
            listener.accept(failure);
        } catch (Throwable e) {
            e.addSuppressed(failure.cause());
            LOGGER.log(Level.ERROR, "the listener of the pipeline " + pipeline + " failed, told of " + failure, e);
        }
    }

    /** Reports what a handler's method other than {@code onEvent} threw. */
    void reportHook(String stage, String method, Throwable cause) {
        LOGGER.log(Level.WARNING, "stage " + stage + " of the pipeline " + pipeline + " failed in " + method, cause);
    }
}
