package dev.ropewalk.channel;

import java.io.Serial;

/** Says that a process of a scope has failed. The cause is what it has thrown. */
public final class ProcessFailedException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String process;

    public ProcessFailedException(String scope, String process, Throwable thrown) {
        super("process " + process + " of scope " + scope + " has failed: " + thrown, thrown);
        this.process = process;
    }

    /** Returns the name of the process. */
    public String process() {
        return process;
    }
}
