package dev.ropewalk.flow.chain;

import org.jspecify.annotations.Nullable;

/**
 * How a row of stages ends.
 *
 * @param cause the failure, or null if there is none
 * @param isTold whether the stages are told; they aren't if they have cancelled
 */
record End(@Nullable Throwable cause, boolean isTold) {
    /** Nothing comes any more. */
    static final End COMPLETED = new End(null, true);

    /** Nothing is wanted any more. */
    static final End CANCELLED = new End(null, false);

    /** Returns the end of a source that has completed, or failed with a cause. */
    static End of(@Nullable Throwable cause) {
        return cause == null ? COMPLETED : new End(cause, true);
    }
}
