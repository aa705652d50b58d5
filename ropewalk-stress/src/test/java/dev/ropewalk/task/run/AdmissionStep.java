package dev.ropewalk.task.run;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.queue.TaskFuture;
import java.util.concurrent.RejectedExecutionException;

/** An admission whose runners run nowhere, and what can be done with it. An unforeseen exception is a -1, which no proof allows. */
public final class AdmissionStep {
    final TaskAdmission admission;

    /** Threads that were started for waiting tasks. */
    int started;

    public AdmissionStep(int limit, AdmissionLock lock) {
        var threads = new TaskThreads(null, body -> new Idle(), false, false);
        this.admission = new TaskAdmission(AdmissionSettings.ofLimit(limit), threads, lock);
    }

    /** A thread that does nothing when it is started. */
    private final class Idle extends Thread {
        @Override
        public void start() {
            started++;
        }
    }

    public static void task() {}

    TaskRunner occupy() {
        TaskRunner runner = admission.enter(AdmissionStep::task, 0);
        if (runner == null) {
            throw new AssertionError("no slot was free");
        }
        return runner;
    }

    /** Returns 1 if the task was admitted, 0 if it waits, 2 if it was rejected. */
    public int enter(Runnable task) {
        try {
            return admission.enter(task, 0) == null ? 0 : 1;
        } catch (RejectedExecutionException e) {
            return 2;
        } catch (RuntimeException broken) {
            return -1;
        }
    }

    /** Returns 1 if the runner got another task, 0 if it has retired. */
    int next(TaskRunner runner) {
        try {
            return admission.next(runner, false) == null ? 0 : 1;
        } catch (RuntimeException broken) {
            return -1;
        }
    }

    /** Returns how many tasks were handed back. */
    int stop() {
        try {
            return admission.shutdownNow().size();
        } catch (RuntimeException broken) {
            return -1;
        }
    }

    int cancel(TaskFuture<?> future) {
        try {
            return future.cancel(false) ? 1 : 0;
        } catch (RuntimeException broken) {
            return -1;
        }
    }

    void setLimit(int limit) {
        try {
            admission.setLimit(limit);
        } catch (RuntimeException broken) {
            started = -1;
        }
    }

    /** Returns ten times those that wait and those in flight. */
    public int counts() {
        AdmissionStats stats = admission.stats();
        return (int) (10 * stats.waiting() + stats.inFlight());
    }
}
