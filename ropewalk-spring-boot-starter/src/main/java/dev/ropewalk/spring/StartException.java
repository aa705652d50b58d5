package dev.ropewalk.spring;

import java.io.Serial;

/** Says in a sentence why the application can't start, and what to do. */
final class StartException extends IllegalStateException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String action;

    StartException(String what, String action, Throwable cause) {
        super(what, cause);
        this.action = action;
    }

    StartException(String what, String action) {
        super(what);
        this.action = action;
    }

    String action() {
        return action;
    }
}
