package dev.ropewalk.channel;

import java.io.Serial;
import java.util.Objects;

/**
 * Says that a scope had not ended by its deadline, or when the scheduler closed that would have noticed. The message tells what
 * its processes did then.
 */
public final class ScopeDeadlineException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ScopeSnapshot snapshot;

    /** Makes an exception that says why the deadline ended a scope, and what its processes did then. */
    public ScopeDeadlineException(String why, ScopeSnapshot snapshot) {
        super(
                "scope " + Objects.requireNonNull(snapshot, "snapshot").name() + " "
                        + Objects.requireNonNull(why, "why") + "\n" + snapshot,
                null);
        this.snapshot = snapshot;
    }

    /** Returns what the processes did when the time was up. */
    public ScopeSnapshot snapshot() {
        return snapshot;
    }
}
