package dev.ropewalk.scheduler.queue;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task from outside the workers. */
public final class PlainTask extends QueueNode {
    private @Nullable Runnable task;

    public PlainTask(@Nullable Runnable task) {
        this.task = task;
    }

    /** Takes the place of a task that is in no inbox. */
    public PlainTask holding(Runnable other) {
        task = other;
        return this;
    }

    @Override
    protected Object item() {
        return Objects.requireNonNull(task);
    }
}
