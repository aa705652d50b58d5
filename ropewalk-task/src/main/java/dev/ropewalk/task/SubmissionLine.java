package dev.ropewalk.task;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Submitters that wait for room in a full queue, first come first served, with their tasks. Guarded by the admission's lock. */
final class SubmissionLine {
    /** A task whose submitter waits; it is granted whether the task is accepted, or withdrawn if nobody wants to know any more. */
    record Submission(Runnable task, int priority, ThreadWaiter<Boolean> waiter) {
        boolean isAccepted() {
            return Boolean.TRUE.equals(waiter.granted());
        }

        boolean isRefused() {
            return Boolean.FALSE.equals(waiter.granted());
        }
    }

    private final ArrayDeque<Submission> line = new ArrayDeque<>();

    Submission add(Runnable task, int priority, String purpose) {
        var submission = new Submission(task, priority, new ThreadWaiter<>(purpose));
        line.add(submission);
        return submission;
    }

    boolean isEmpty() {
        return line.isEmpty();
    }

    void remove(Submission submission) {
        boolean ignored = line.remove(submission);
    }

    /** Accepts the task of the one who has waited longest, who goes on when the lock is released. */
    @Nullable
    Submission accept(AdmissionLock lock) {
        for (Submission submission = line.poll(); submission != null; submission = line.poll()) {
            if (submission.waiter.grant(true)) {
                lock.later(submission.waiter::wake);
                return submission;
            }
        }
        return null;
    }

    /** Refuses all; returns how many. */
    int refuseAll(AdmissionLock lock) {
        int refused = 0;
        for (Submission submission = line.poll(); submission != null; submission = line.poll()) {
            if (submission.waiter.grant(false)) {
                lock.later(submission.waiter::wake);
                refused++;
            }
        }
        return refused;
    }
}
