package dev.ropewalk.scheduler;

/** A task from outside the workers. */
final class PlainTask extends QueueNode {
    private final Runnable task;

    PlainTask(Runnable task) {
        this.task = task;
    }

    @Override
    Object item() {
        return task;
    }
}
