package dev.ropewalk.task;

import java.time.Duration;
import java.util.Objects;

/** Says that a task waited in a {@link BoundedExecutor} until its deadline and was never started. */
public final class TaskExpiredException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Duration deadline;
    private final Duration waited;

    public TaskExpiredException(Duration deadline, Duration waited) {
        super("not started within its deadline of " + deadline + ": waited " + waited, null, false, false);
        this.deadline = Objects.requireNonNull(deadline, "deadline");
        this.waited = Objects.requireNonNull(waited, "waited");
    }

    /** Returns how long the task could have waited. */
    public Duration deadline() {
        return deadline;
    }

    /** Returns how long it had waited when it was found to have expired. */
    public Duration waited() {
        return waited;
    }
}
