package dev.ropewalk.task;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link BoundedExecutor} treats one task. Immutable.
 *
 * {@snippet class="dev.ropewalk.task.snippets.TaskSnippets" region="options" :
 * TaskOptions options =
 *         TaskOptions.defaults().deadline(Duration.ofSeconds(2)).priority(5);
 * Future<?> done = executor.submit(this::refresh, options);
 * }
 */
public final class TaskOptions {
    private static final TaskOptions DEFAULTS = new TaskOptions(0, null);

    private final int priority;
    private final @Nullable Duration deadline;

    private TaskOptions(int priority, @Nullable Duration deadline) {
        this.priority = priority;
        this.deadline = deadline;
    }

    /** Returns the defaults: priority 0, no deadline. */
    public static TaskOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another priority: the higher one is started first. 0 is the default. */
    public TaskOptions priority(int value) {
        return new TaskOptions(value, deadline);
    }

    /**
     * Returns these options with a deadline: a task that has waited so long since it was submitted is never started, and its
     * future fails with a {@link TaskExpiredException}. A plain task, of {@link BoundedExecutor#execute(Runnable,
     * TaskOptions)}, has none: unless it is a future itself, which is cancelled, {@link BoundedExecutor#stats()} alone tells of it.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public TaskOptions deadline(Duration deadline) {
        Objects.requireNonNull(deadline, "deadline");
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline must be above zero: " + deadline);
        }
        return new TaskOptions(priority, deadline);
    }

    /** Returns the priority. */
    public int priority() {
        return priority;
    }

    /** Returns the deadline, if there is one. */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(deadline);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskOptions options
                && options.priority == priority
                && Objects.equals(options.deadline, deadline);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hashCode(deadline) + priority;
    }

    @Override
    public String toString() {
        return "TaskOptions[priority " + priority + (deadline == null ? "]" : ", deadline " + deadline + "]");
    }
}
