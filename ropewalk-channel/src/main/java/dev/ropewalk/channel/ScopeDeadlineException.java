package dev.ropewalk.channel;

import java.io.Serial;
import java.time.Duration;

/** Says that a scope had not ended by its deadline. The message tells what its processes did then. */
public final class ScopeDeadlineException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ScopeDump dump;

    ScopeDeadlineException(Duration deadline, ScopeDump dump) {
        super("scope " + dump.name() + " hasn't ended within " + deadline + "\n" + dump, null);
        this.dump = dump;
    }

    /** Returns what the processes did when the time was up. */
    public ScopeDump dump() {
        return dump;
    }
}
