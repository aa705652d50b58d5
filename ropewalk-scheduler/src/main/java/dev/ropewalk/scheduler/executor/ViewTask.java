package dev.ropewalk.scheduler.executor;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.queue.QueueNode;
import dev.ropewalk.scheduler.worker.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A task of an {@link ExecutorView}: what is queued in the scheduler, and its entry in the view's {@link TaskRegistry}.
 *
 * <pre>
 *             run                   end
 *   WAITING --------> RUNNING ----------------> ENDED
 *      |                |  ^                      ^
 *      |      interrupt |  | (again)              |
 *      |                v  |                      |
 *      |       INTERRUPTING --> INTERRUPTED ------+
 *      |  take                                    |
 *      +------------------------------------------+
 * </pre>
 *
 * <p>Every arrow is a compare-and-set, but for the one from INTERRUPTING, which only that interrupter may take. So a task runs or
 * is taken, never both; and since the runner waits while another thread is about to interrupt it, an interrupt for this task
 * never comes after it. The runner clears the interrupt before it goes on, so that none is left for the worker's next task,
 * whichever thread sent it.
 *
 * <p>{@code body} belongs to the thread that moves the task out of WAITING. {@code runner} is written before RUNNING and read
 * after INTERRUPTING.
 */
public final class ViewTask extends QueueNode implements Abandonable {
    private static final int WAITING = 0;
    private static final int RUNNING = 1;
    private static final int INTERRUPTING = 2;
    private static final int INTERRUPTED = 3;
    private static final int ENDED = 4;
    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);

    private final ExecutorView view;
    private @Nullable Runnable body;
    private @Nullable Thread runner;
    private volatile int state;

    public ViewTask(ExecutorView view, Runnable body) {
        this.view = view;
        this.body = body;
    }

    @Override
    public void run() {
        Worker.clearInterrupt();
        runner = Thread.currentThread();
        if (!STATE.compareAndSet(this, WAITING, RUNNING)) {
            return;
        }
        Runnable task = Objects.requireNonNull(body);
        body = null;
        try {
            task.run();
        } finally {
            end();
        }
    }

    private void end() {
        for (int now = RUNNING; now == INTERRUPTING || !STATE.compareAndSet(this, now, ENDED); now = state) {
            Thread.onSpinWait();
        }
        runner = null;
        Worker.clearInterrupt();
        view.ended();
    }

    /** Interrupts the thread that runs this task, if one does. Callers take turns. */
    void interrupt() {
        if (STATE.compareAndSet(this, RUNNING, INTERRUPTING) || STATE.compareAndSet(this, INTERRUPTED, INTERRUPTING)) {
            Objects.requireNonNull(runner).interrupt();
            state = INTERRUPTED;
        }
    }

    /** Returns the body if this task hasn't begun, and then it never will; else null. */
    @Nullable
    Runnable take() {
        if (!STATE.compareAndSet(this, WAITING, ENDED)) {
            return null;
        }
        Runnable task = body;
        body = null;
        return task;
    }

    /** Ends this task and cancels it, if it is one that repeats and hasn't begun. */
    void cancelIfPeriodic() {
        // A race that does no harm: the thread that moves this task out of WAITING may empty the field, and then it
        // isn't taken
        // here.
        if (body instanceof ScheduledTask<?> task && task.isPeriodic() && take() != null) {
            task.end();
        }
    }

    /** Ends this task before another thread has seen it. */
    void refuse() {
        body = null;
        STATE.set(this, ENDED);
    }

    @Override
    public void abandon() {
        try {
            Runnable task = take();
            if (task instanceof Abandonable abandonable) {
                abandonable.abandon();
            } else if (task instanceof Future<?> future) {
                future.cancel(false);
            }
        } finally {
            view.ended();
        }
    }

    boolean isLive() {
        return state != ENDED;
    }

    @Override
    protected Object item() {
        return this;
    }
}
