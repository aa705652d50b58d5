package dev.ropewalk.scheduler;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK takes for the scheduler of one virtual thread: it is asked to run the thread's continuation whenever the
 * thread can go on, and does so on the thread's strand.
 *
 * <p>Virtual threads started from this one without a factory inherit it and submit their continuations here, too. On the
 * same strand they could never run beside their parent, and would hang if it waited for them without unmounting. The JDK
 * submits one and the same object for a thread as long as it lives, and a thread is started before it can have children.
 * So the first continuation is the thread's own, and any other is a child's, which runs wherever a worker is free.
 *
 * <p>A continuation submitted by the very worker that runs the strand, without a virtual thread mounted, was just unmounted
 * and can go on already: nearly always it has yielded. It goes behind everything else that waits at its worker, or
 * yielding would let nobody else run.
 *
 * <p>A continuation is never refused, since its thread would be lost; only the start of a thread is.
 */
final class CarriedThread implements Executor {
    private final WorkStealingScheduler scheduler;
    private final SerialStrand strand;

    /** Written at the start; all other uses happen after it. */
    private @Nullable Runnable own;

    CarriedThread(WorkStealingScheduler scheduler) {
        this.scheduler = scheduler;
        this.strand = scheduler.newVirtualThreadStrand();
    }

    /**
     * Runs a continuation soon.
     *
     * @throws RejectedExecutionException if this is to start the thread and the scheduler is closed
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // asks whose continuation it is
    public void execute(Runnable continuation) {
        if (own == null) {
            scheduler.refuseIfClosed();
            own = continuation;
        } else if (own != continuation) {
            scheduler.dispatch().execute(new ChildContinuation(continuation));
            return;
        } else {
            Worker worker = scheduler.currentWorker();
            if (worker != null && worker.current() == strand) {
                worker.yieldCurrent();
            }
        }
        strand.execute(continuation);
    }

    /** The continuation of a virtual thread without a strand. */
    static final class ChildContinuation extends QueueNode implements Runnable {
        private final Runnable continuation;

        ChildContinuation(Runnable continuation) {
            this.continuation = continuation;
        }

        @Override
        public void run() {
            continuation.run();
        }

        @Override
        Object item() {
            return this;
        }
    }
}
