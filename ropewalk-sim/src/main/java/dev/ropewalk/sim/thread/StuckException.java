package dev.ropewalk.sim.thread;

import java.io.Serial;

/** Thrown when the code of a world holds the world up: it takes no step for a long real time. */
public final class StuckException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    StuckException(String message, StackTraceElement[] stack) {
        super(message);
        setStackTrace(stack);
    }
}
