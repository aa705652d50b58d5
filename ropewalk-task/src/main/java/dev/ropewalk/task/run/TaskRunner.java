package dev.ropewalk.task.run;

import dev.ropewalk.base.Failures;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/**
 * One of those in flight: it runs admitted tasks, one after the other, in a thread that it keeps or in a fresh place each time.
 * Except where said otherwise its fields are written before it is launched and by the one thread that runs it.
 */
public final class TaskRunner implements Abandonable {
    private static final int MIN_STINT = 16;
    private static final int MAX_STINT = 1 << 20;

    final TaskAdmission admission;

    public Runnable task = TaskRunner::nothing;

    /** What the task was given by the budget, if there is one. */
    @Nullable
    Grant grant;

    /** How many were in flight when the task was admitted, itself included. */
    int inFlight;

    /**
     * The thread that runs tasks of this runner, or null. Written by that thread before it looks whether the executor has been
     * stopped; read by the thread that has stopped it.
     */
    volatile @Nullable Thread thread;

    /** The thread that a stop is about to interrupt; set under the lock, and reset when that is done. */
    private volatile @Nullable Thread interrupting;

    /** The neighbours in the list of runners. */
    @Nullable
    TaskRunner previous;

    @Nullable
    TaskRunner next;

    private int stint = MIN_STINT;

    /** Makes a runner, before its task is taken from where it waits: there may be no memory. */
    TaskRunner(TaskAdmission admission) {
        this.admission = admission;
    }

    /**
     * Marks the thread that runs tasks of this runner, if there is one and no other stop is about to interrupt it, for an
     * {@link #interrupt}; returns whether it did. Called with the lock, under which a thread leaves: so this one hasn't left, and when
     * it does it {@linkplain #awaitInterrupt waits}.
     */
    boolean markInterrupted() {
        Thread runs = thread;
        if (runs == null || interrupting != null) {
            return false;
        }
        interrupting = runs;
        return true;
    }

    void interrupt() {
        Thread runs = interrupting;
        try {
            if (runs != null) {
                runs.interrupt();
            }
        } catch (RuntimeException | Error e) {
            Failures.uncaught(e);
        } finally {
            interrupting = null;
        }
    }

    /** Called by a thread that has left: waits until an interrupt that is meant for it has come, so that it hits nothing else. */
    void awaitInterrupt() {
        while (interrupting != null) {
            Steps.giveWay(this);
        }
    }

    /**
     * Called by the thread that runs this, before each task and when nothing else comes before that task: leaves the thread
     * interrupted if the executor was stopped, and else not, whatever the last task or other code between them has left behind.
     *
     * <p>Why no stop is missed: the interrupt is cleared before the executor's phase is read, and a stop writes the phase before
     * it reads {@code thread} and interrupts. So either the stop is seen here, or its interrupt comes later and stays.
     */
    @SuppressWarnings("ReferenceEquality") // the same thread, not an equal one
    void arrive(Thread runs) {
        if (thread != runs) {
            thread = runs;
        }
        boolean ignored = Thread.interrupted();
        if (admission.isStopped()) {
            runs.interrupt();
        }
    }

    /**
     * Returns how many tasks the next thread runs before it hands over to a fresh one: ever more. A thread that was started when
     * its code was cold has interpreted frames at the bottom of its stack for good, and the JVM takes longer to unmount it each
     * time it parks; so it isn't kept for long, while in the end nearly no thread is started any more.
     */
    int nextStint() {
        int tasks = stint;
        stint = Math.min(2 * tasks, MAX_STINT);
        return tasks;
    }

    @Override
    public void run() {
        admission.threads().run(this);
    }

    /** Called when the scheduler has ended before it could run this. */
    @Override
    public void abandon() {
        admission.threads().start(admission.threads().abandoned(this, null));
    }

    /** The task of a runner that has none yet. */
    private static void nothing() {}
}
