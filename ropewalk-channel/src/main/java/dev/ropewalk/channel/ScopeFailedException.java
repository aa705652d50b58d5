package dev.ropewalk.channel;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Says that a scope has failed, and why. The failures that came after the first are {@linkplain #getSuppressed suppressed}. */
public abstract sealed class ScopeFailedException extends RuntimeException
        permits ProcessFailedException, DeadlockException, ScopeDeadlineException {
    @Serial
    private static final long serialVersionUID = 1L;

    ScopeFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
