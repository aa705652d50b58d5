package dev.ropewalk.channel;

import java.io.Serial;
import java.util.Objects;

/** Says that a process of a scope has failed. The cause is what it has thrown. */
public final class ProcessFailedException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String process;

    /** Makes an exception for a process of a scope, by their names. */
    public ProcessFailedException(String scope, String process, Throwable thrown) {
        super(
                "process " + Objects.requireNonNull(process, "process") + " of scope "
                        + Objects.requireNonNull(scope, "scope") + " has failed: "
                        + Objects.requireNonNull(thrown, "thrown"),
                thrown);
        this.process = process;
    }

    /** Returns the name of the process. */
    public String process() {
        return process;
    }
}
