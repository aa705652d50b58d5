package dev.ropewalk.graph;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an action of a run has ended.
 *
 * @param <T> the type of its value
 */
public sealed interface ActionOutcome<T extends @Nullable Object> {
    /** It has succeeded. */
    record Succeeded<T extends @Nullable Object>(T value) implements ActionOutcome<T> {}

    /** It has failed, for the last time after so many attempts: 0 if it couldn't even start. */
    record Failed<T extends @Nullable Object>(Throwable error, int attempts) implements ActionOutcome<T> {
        public Failed {
            Objects.requireNonNull(error, "error");
        }
    }

    /** It was never started, because another has failed on which it depends, directly or not. */
    record Skipped<T extends @Nullable Object>(Action<?> culprit) implements ActionOutcome<T> {
        public Skipped {
            Objects.requireNonNull(culprit, "culprit");
        }
    }

    /** It was never started, or interrupted, because the run was stopped. */
    record Cancelled<T extends @Nullable Object>() implements ActionOutcome<T> {}
}
