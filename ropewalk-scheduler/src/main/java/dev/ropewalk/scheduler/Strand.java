package dev.ropewalk.scheduler;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A serial executor: its tasks run one at a time, in the order in which they were submitted, on whichever worker the
 * {@link Scheduler} chooses. A strand is no thread; an idle one costs under 64 bytes and nothing else, so a program may
 * have millions.
 *
 * <p>Any thread may submit. Memory effects: what a thread did before {@link #execute} happens-before the task, and each
 * task of a strand happens-before the next, even when they run on different threads.
 *
 * <p>The name and the idea of a serial executor without a thread follow Boost.Asio's strands.
 */
public interface Strand extends Executor {
    /**
     * Submits a task, to run after all tasks submitted earlier. Never blocks and never runs the task in the calling
     * thread.
     *
     * @param task what to run; an exception it throws goes to the scheduler's handler and doesn't stop the strand
     * @throws RejectedExecutionException if the scheduler is closed or closing
     */
    @Override
    void execute(Runnable task);

    /** Returns the scheduler that runs this strand. */
    Scheduler scheduler();

    /** Returns where this strand may run. */
    Placement placement();

    /** Returns whether the calling code is a task of this strand. */
    boolean isCurrent();
}
