package dev.ropewalk.scheduler;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task from outside the workers. */
final class PlainTask extends QueueNode {
    private @Nullable Runnable task;

    PlainTask(@Nullable Runnable task) {
        this.task = task;
    }

    /** Takes the place of one that is in no inbox. */
    PlainTask holding(Runnable other) {
        task = other;
        return this;
    }

    @Override
    Object item() {
        return Objects.requireNonNull(task);
    }
}
