package dev.ropewalk.sim.thread;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when the code of a world holds the world up: it takes no step for a long real time. */
public final class StuckException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Tells where the code is, and what the world had failed by before, if it had. */
    StuckException(String message, StackTraceElement[] stack, @Nullable Throwable failure) {
        super(message, failure);
        setStackTrace(stack);
    }
}
