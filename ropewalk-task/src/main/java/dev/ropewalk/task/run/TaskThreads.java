package dev.ropewalk.task.run;

import dev.ropewalk.base.Failures;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.task.queue.TaskFaults;
import dev.ropewalk.task.queue.TaskFuture;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Where tasks run, and which clock counts: launches {@linkplain TaskRunner runners} and does what they do. */
public final class TaskThreads {
    private final @Nullable Scheduler scheduler;
    private final ThreadFactory factory;
    private final boolean onWorkers;
    private final boolean relays;

    /**
     * Creates the place where tasks run.
     *
     * @param factory makes the virtual threads
     * @param onWorkers whether tasks run on the scheduler's workers instead
     * @param fresh whether each task gets a thread of its own
     */
    public TaskThreads(@Nullable Scheduler scheduler, ThreadFactory factory, boolean onWorkers, boolean fresh) {
        this.scheduler = scheduler;
        this.factory = factory;
        this.onWorkers = onWorkers;
        this.relays = onWorkers || fresh;
    }

    /** Has a runner run; throws if it never will. */
    public void launch(TaskRunner runner) {
        if (onWorkers) {
            Objects.requireNonNull(scheduler).execute(runner);
        } else {
            startThread(runner);
        }
    }

    public void startThread(Runnable body) {
        factory.newThread(body).start();
    }

    /** Launches a runner; if that fails its task fails, and what waits has its turn. */
    public void start(@Nullable TaskRunner first) {
        for (TaskRunner runner = first; runner != null; ) {
            try {
                launch(runner);
                return;
            } catch (RuntimeException | Error e) {
                runner = abandoned(runner, e);
            }
        }
    }

    /**
     * Lets the task of a runner that never runs fail; returns another runner to launch, if no other runner is left for what
     * waits.
     */
    @Nullable
    TaskRunner abandoned(TaskRunner runner, @Nullable Throwable cause) {
        closeGrant(runner);
        try {
            Rejections.failOrReport(runner.task, runner.admission.rejections().notStarted(runner.task, cause));
        } catch (OutOfMemoryError noMemory) {
            Rejections.failOrReport(runner.task, noMemory);
        }
        return runner.admission.launchFailed(runner);
    }

    /** Runs a runner's task, and those next ones that may share the thread. */
    void run(TaskRunner runner) {
        TaskAdmission admission = runner.admission;
        Thread self = Thread.currentThread();
        Throwable thrown;
        Runnable next;
        int left = relays ? 1 : runner.nextStint();
        do {
            Steps.before(StepKind.TASK, runner.task);
            runner.arrive(self);
            thrown = perform(runner, admission.meter());
            closeGrant(runner);
            Steps.before(StepKind.RELEASE, admission);
            next = admission.next(runner, --left == 0);
        } while (next != null && left > 0);
        runner.awaitInterrupt();
        boolean ignored = Thread.interrupted();
        if (next != null) {
            start(runner);
        }
        if (thrown != null && onWorkers) {
            throw Failures.<RuntimeException>unchecked(thrown);
        }
    }

    /** Runs a task; returns what a plain one has thrown. */
    private @Nullable Throwable perform(TaskRunner runner, @Nullable TaskMeter meter) {
        Runnable task = runner.task;
        long began = meter == null ? 0 : clock();
        Throwable thrown = null;
        try {
            TaskFaults.failIfStruck(task);
            task.run();
        } catch (Throwable e) {
            thrown = e;
        }
        if (meter != null) {
            TaskFuture<?> future = task instanceof TaskFuture<?> submitted ? submitted : null;
            if (future == null || !future.isCancelled()) {
                meter.learn(runner, began, future == null ? thrown : future.failure());
            }
        }
        if (thrown != null && !onWorkers) {
            Failures.uncaught(thrown);
        }
        return thrown;
    }

    /** Gives back what the task was given by the budget. What goes wrong there goes to the thread's handler: the slot comes free. */
    static void closeGrant(TaskRunner runner) {
        Grant grant = runner.grant;
        if (grant != null) {
            runner.grant = null;
            try {
                grant.close();
            } catch (RuntimeException | Error e) {
                Failures.uncaught(e);
            }
        }
    }

    public long clock() {
        return Parking.now(scheduler);
    }

    public void parkNanos(Object blocker, long nanos) {
        Parking.park(scheduler, blocker, nanos);
    }
}
