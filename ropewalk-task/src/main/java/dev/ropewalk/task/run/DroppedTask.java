package dev.ropewalk.task.run;

import dev.ropewalk.task.queue.AdmissionLock;
import org.jspecify.annotations.Nullable;

/** A task that was dropped for a later one, and is told so once the lock is released. Made before the task is taken out. */
final class DroppedTask extends AdmissionLock.Action {
    private final Rejections rejections;

    @Nullable
    Runnable task;

    DroppedTask(Rejections rejections) {
        this.rejections = rejections;
    }

    @Override
    public void run() {
        Runnable dropped = task;
        if (dropped != null) {
            boolean ignored = Rejections.fail(dropped, rejections.rejected(dropped, ": dropped for a later one"));
        }
    }
}
