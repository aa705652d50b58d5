package dev.ropewalk.actor.support;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Unscheduled;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/**
 * Ends the futures that users hold, each on a virtual thread of its own.
 *
 * <p>A callback that is attached to a future runs in the thread that completes it, and may block or take long. Run in place, it
 * would hold up the timers of the system, a parent that waits for its children, or a sender that has nothing to do with it. On
 * a thread of its own it holds up itself. The thread outlives the scheduler: a continuation is never dropped, and once the
 * scheduler takes none, the JDK's own does.
 */
public final class Completions {
    private final Scheduler scheduler;
    private final String name;

    Completions(Scheduler scheduler, String system) {
        this.scheduler = scheduler;
        this.name = system + "-callbacks";
    }

    public void fail(CompletableFuture<?> future, Throwable cause) {
        if (!future.isDone()) {
            run(() -> future.completeExceptionally(cause));
        }
    }

    /** Runs what may call the code of a user. Without memory for a thread it runs here: late or in the way beats never. */
    public void run(Runnable task) {
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, this);
            start(task);
        } catch (OutOfMemoryError noMemory) {
            task.run();
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private void start(Runnable task) {
        try {
            start(scheduler.threadFactory(), task);
        } catch (RejectedExecutionException closed) {
            start(Unscheduled.isolatedThreads(Steps.simulatedScheduler()), task);
        }
    }

    private void start(ThreadFactory factory, Runnable task) {
        Thread thread = factory.newThread(task);
        thread.setName(name);
        thread.start();
    }
}
