package dev.ropewalk.channel;

import java.io.Serial;

/**
 * Says that nobody in a scope could ever have gone on: every process, and the owner, waited without a time limit for channels
 * of the scope, which nobody else may use. The message tells who waited for what, since when, and where.
 */
public final class AllAsleepException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ScopeDump dump;

    AllAsleepException(ScopeDump dump) {
        super("all processes of scope " + dump.name() + " are asleep, and nobody can wake them\n" + dump, null);
        this.dump = dump;
    }

    /** Returns who waited for what. */
    public ScopeDump dump() {
        return dump;
    }
}
