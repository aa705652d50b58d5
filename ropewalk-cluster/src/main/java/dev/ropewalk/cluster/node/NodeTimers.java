package dev.ropewalk.cluster.node;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** What a node does soon or later, one after another. Any thread may use it. */
final class NodeTimers {
    private final Scheduler scheduler;
    private final Strand strand;
    private final Runnable closed;

    /**
     * Makes them.
     *
     * @param closed is run when the scheduler turns out to be closed
     */
    NodeTimers(Scheduler scheduler, Runnable closed) {
        this.scheduler = scheduler;
        this.strand = scheduler.newStrand();
        this.closed = closed;
    }

    /** Runs something soon; never, and returns false, if the scheduler is closed. */
    boolean soon(Runnable task) {
        try {
            strand.execute(task);
            return true;
        } catch (RejectedExecutionException over) {
            closed.run();
            return false;
        }
    }

    /** Runs something later; never, and returns null, if the scheduler is closed by then. */
    @Nullable
    Timer later(Runnable task, Duration delay) {
        try {
            return scheduler.schedule(strand, task, delay);
        } catch (RejectedExecutionException over) {
            closed.run();
            return null;
        }
    }
}
