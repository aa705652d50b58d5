package dev.ropewalk.graph;

import java.time.Duration;
import java.util.Objects;

/** Something that happened in a run. */
public sealed interface GraphEvent {
    /** An attempt has begun, the first being 1. */
    record Started(Action<?> action, int attempt) implements GraphEvent {
        public Started {
            Objects.requireNonNull(action, "action");
        }
    }

    /** An action has its value. */
    record Succeeded(Action<?> action) implements GraphEvent {
        public Succeeded {
            Objects.requireNonNull(action, "action");
        }
    }

    /** An action has failed, and isn't tried again. */
    record Failed(Action<?> action, Throwable cause, int attempts) implements GraphEvent {
        public Failed {
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** An attempt has failed; the next follows after a back-off. */
    record Retried(Action<?> action, int attempt, Throwable cause, Duration backOff) implements GraphEvent {
        public Retried {
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(backOff, "backOff");
        }
    }

    /**
     * An action won't run, because another has failed on which it depends, directly or not. Only a run that keeps going tells
     * so: a run that stops at the first failure begins no other action, and tells nothing of those.
     */
    record Skipped(Action<?> action, Action<?> culprit) implements GraphEvent {
        public Skipped {
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(culprit, "culprit");
        }
    }

    /** An action was interrupted, because the run was stopped. There is no event for an action that hadn't begun by then. */
    record Cancelled(Action<?> action) implements GraphEvent {
        public Cancelled {
            Objects.requireNonNull(action, "action");
        }
    }

    /** The run has ended. Nothing follows. */
    record Ended(GraphResult result) implements GraphEvent {
        public Ended {
            Objects.requireNonNull(result, "result");
        }
    }
}
