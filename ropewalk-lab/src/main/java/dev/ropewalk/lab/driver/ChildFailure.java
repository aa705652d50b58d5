package dev.ropewalk.lab.driver;

import java.io.Serial;

/** A child that died, hung, or couldn't do what it was asked for. The message is fit for a report. */
final class ChildFailure extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    ChildFailure(String message) {
        super(message);
    }

    ChildFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the message, which a child's failure always has. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
