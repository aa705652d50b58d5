package dev.ropewalk.actor.support;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

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
            start(task);
        } catch (OutOfMemoryError noMemory) {
            task.run();
        }
    }

    private void start(Runnable task) {
        try {
            Thread thread = scheduler.threadFactory().newThread(task);
            thread.setName(name);
            thread.start();
        } catch (RejectedExecutionException closed) {
            Thread.ofVirtual().name(name).start(task);
        }
    }
}
