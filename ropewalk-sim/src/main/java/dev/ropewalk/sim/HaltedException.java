package dev.ropewalk.sim;

import dev.ropewalk.sim.thread.Halt;
import java.io.Serial;

/** A run was ended from outside, so that it has no result. */
final class HaltedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Halt.Reason reason;
    private final long steps;

    HaltedException(Halt.Reason reason, long steps) {
        super(reason + " after " + steps + " steps", null, false, false);
        this.reason = reason;
        this.steps = steps;
    }

    /** Returns why it was ended. */
    Halt.Reason reason() {
        return reason;
    }

    /** Returns how many steps it had taken. */
    long steps() {
        return steps;
    }
}
