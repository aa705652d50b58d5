package dev.ropewalk.task.run;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.queue.SubmissionLine;
import dev.ropewalk.task.queue.SubmitTimeout;
import dev.ropewalk.task.queue.TimedTask;
import dev.ropewalk.task.queue.WaitingTasks;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How a submitter waits for room in a full queue. */
final class RoomWait {
    private final AdmissionLock lock;
    private final WaitingTasks waiting;
    private final Rejections rejections;
    private final LongSupplier clock;

    RoomWait(AdmissionLock lock, WaitingTasks waiting, Rejections rejections, LongSupplier clock) {
        this.lock = lock;
        this.waiting = waiting;
        this.rejections = rejections;
        this.clock = clock;
    }

    /**
     * Waits until a submission is accepted, refused, late or interrupted.
     *
     * @param timeout how long the submitter waits besides the task's deadline; null if for ever
     */
    void await(SubmissionLine.Submission submission, @Nullable SubmitTimeout timeout) throws InterruptedException {
        TimedTask<?> timed = submission.task() instanceof TimedTask<?> one ? one : null;
        long nanos = timed == null ? Parking.FOREVER : timed.deadlineNanos;
        if (timeout != null) {
            timeout.attach(submission.waiter());
            nanos = Math.min(nanos, timeout.remainingNanos());
        }
        try {
            boolean ignored = Parking.await(submission.waiter(), nanos);
        } catch (InterruptedException e) {
            withdraw(submission, false);
            throw e;
        } catch (Throwable broken) {
            if (submission.waiter().withdraw()) {
                withdraw(submission, false);
                throw broken;
            }
        }
        if (submission.isRefused()) {
            throw rejections.rejected(submission.task(), "");
        } else if (!submission.isAccepted()) {
            if (timeout != null && timed == null) {
                timeout.cancel(); // a simulation may give the wait up before its time
            }
            boolean late = timeout == null || !timeout.isOver();
            withdraw(submission, late);
            if (late && timed != null) {
                timed.expire(clock.getAsLong()).run();
            }
        }
    }

    private void withdraw(SubmissionLine.Submission submission, boolean late) {
        lock.lock();
        try {
            waiting.withdraw(submission, late);
        } finally {
            lock.unlock();
        }
    }
}
