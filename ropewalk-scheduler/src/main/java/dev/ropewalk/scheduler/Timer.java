package dev.ropewalk.scheduler;

/** A task that a {@link Scheduler} submits to a strand later. Any thread may cancel it. */
public interface Timer {
    /**
     * Stops this timer: no further task is submitted, and one that was submitted but hasn't begun doesn't run.
     *
     * @return whether this call stopped it, false if it was done or stopped before
     */
    boolean cancel();

    /** Returns whether this timer will do nothing more: it was cancelled, or its only task has begun. */
    boolean isDone();
}
