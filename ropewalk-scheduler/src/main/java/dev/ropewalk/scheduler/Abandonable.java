package dev.ropewalk.scheduler;

/**
 * A task that wants to know when its scheduler has ended without running it, so that the threads that wait for what it would
 * have done can be told. For timers, and for the tasks of a {@link Strand} and of a {@link Scheduler}.
 */
public interface Abandonable extends Runnable {
    /**
     * Called at most once, instead of running (again), by the thread that closes the scheduler, or that submits the task
     * meanwhile. It must be quick, and can't wait for the end of the scheduler: that throws an {@link IllegalStateException}.
     */
    void abandon();
}
