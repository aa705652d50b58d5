package dev.ropewalk.task;

import java.time.Duration;

/** Something that happened in a run. */
public sealed interface GraphEvent {
    /** An attempt has begun, the first being 1. */
    record Started(Action<?> action, int attempt) implements GraphEvent {}

    /** An action has its value. */
    record Succeeded(Action<?> action) implements GraphEvent {}

    /** An action has failed, and isn't tried again. */
    record Failed(Action<?> action, Throwable error, int attempts) implements GraphEvent {}

    /** An attempt has failed; the next follows after a back-off. */
    record Retried(Action<?> action, int attempt, Throwable error, Duration backOff) implements GraphEvent {}

    /** An action won't run, because another has failed on which it depends, directly or not. */
    record Skipped(Action<?> action, Action<?> culprit) implements GraphEvent {}

    /** An action was interrupted, because the run was stopped. */
    record Cancelled(Action<?> action) implements GraphEvent {}

    /** The run has ended. Nothing follows. */
    record Ended(GraphResult result) implements GraphEvent {}
}
