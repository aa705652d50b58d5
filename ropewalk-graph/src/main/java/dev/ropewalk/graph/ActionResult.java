package dev.ropewalk.graph;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an action of a run has ended, to be matched instead of caught.
 *
 * @param <T> the type of its value
 */
public sealed interface ActionResult<T extends @Nullable Object> {
    /** It has succeeded. */
    record Succeeded<T extends @Nullable Object>(T value) implements ActionResult<T> {}

    /**
     * It has failed for the last time.
     *
     * @param cause why
     * @param attempts how many attempts were made: 0 if it couldn't even start
     */
    record Failed<T extends @Nullable Object>(Throwable cause, int attempts) implements ActionResult<T> {
        public Failed {
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** It was never started, because another has failed on which it depends, directly or not. */
    record Skipped<T extends @Nullable Object>(Action<?> culprit) implements ActionResult<T> {
        public Skipped {
            Objects.requireNonNull(culprit, "culprit");
        }
    }

    /** It was never started, or interrupted, because the run was stopped. */
    record Cancelled<T extends @Nullable Object>() implements ActionResult<T> {
        private static final Cancelled<?> INSTANCE = new Cancelled<>();
    }

    /** Returns that the action has succeeded with a value. */
    static <T extends @Nullable Object> ActionResult<T> succeeded(T value) {
        return new Succeeded<>(value);
    }

    /** Returns that the action has failed for a cause, for the last time after so many attempts. */
    static <T extends @Nullable Object> ActionResult<T> failed(Throwable cause, int attempts) {
        return new Failed<>(cause, attempts);
    }

    /** Returns that the action was never started, because another has failed. */
    static <T extends @Nullable Object> ActionResult<T> skipped(Action<?> culprit) {
        return new Skipped<>(culprit);
    }

    /** Returns that the action was never started, or interrupted; always the same object. */
    @SuppressWarnings("unchecked") // holds nothing
    static <T extends @Nullable Object> ActionResult<T> cancelled() {
        return (ActionResult<T>) Cancelled.INSTANCE;
    }
}
