package dev.ropewalk.channel;

import java.io.Serial;
import java.util.Objects;

/**
 * Says that nobody in a scope could ever have gone on: every process, and the owner, waited without a time limit for channels
 * of the scope, which nobody else may use. The message tells who waited for what, since when, and where.
 */
public final class AllAsleepException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ScopeDump dump;

    /** Makes an exception for a scope of which a dump tells what everybody waits for. */
    public AllAsleepException(ScopeDump dump) {
        super(
                "all processes of scope " + Objects.requireNonNull(dump, "dump").name()
                        + " are asleep, and nobody can wake them\n" + dump,
                null);
        this.dump = dump;
    }

    /** Returns who waited for what. */
    public ScopeDump dump() {
        return dump;
    }
}
