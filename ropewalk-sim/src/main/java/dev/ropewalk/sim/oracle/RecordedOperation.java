package dev.ropewalk.sim.oracle;

import org.jspecify.annotations.Nullable;

/**
 * An operation of a history.
 *
 * @param client which party called it
 * @param input what was asked for
 * @param output the result, if it is known and there is one
 * @param invoked the number of the event at which it was called
 * @param returned the number of the event at which it returned, or {@link #NEVER}
 */
public record RecordedOperation<I, O>(
        String client, I input, @Nullable O output, int invoked, int returned) {
    /** Where an operation hasn't returned. It may have had its effect or not. */
    public static final int NEVER = Integer.MAX_VALUE;

    /** Returns whether it has returned. */
    public boolean hasReturned() {
        return returned != NEVER;
    }

    @Override
    public String toString() {
        return hasReturned() ? input + (output == null ? "" : " = " + output) : input + " (has not returned)";
    }
}
