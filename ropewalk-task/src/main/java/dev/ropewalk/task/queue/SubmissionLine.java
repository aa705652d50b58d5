package dev.ropewalk.task.queue;

import dev.ropewalk.limit.waiter.ThreadWaiter;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Submitters that wait for room in a full queue, first come first served, with their tasks. Guarded by the admission's lock. */
public final class SubmissionLine {
    /**
     * A task whose submitter waits; it is granted the answer whether the task is accepted, or withdrawn if the submitter has
     * given up.
     */
    public static final class Submission extends AdmissionLock.Action {
        private final Runnable task;
        private final int priority;
        private final ThreadWaiter<Boolean> waiter;

        Submission(Runnable task, int priority, ThreadWaiter<Boolean> waiter) {
            this.task = task;
            this.priority = priority;
            this.waiter = waiter;
        }

        public Runnable task() {
            return task;
        }

        int priority() {
            return priority;
        }

        public ThreadWaiter<Boolean> waiter() {
            return waiter;
        }

        public boolean isAccepted() {
            return Boolean.TRUE.equals(waiter.granted());
        }

        public boolean isRefused() {
            return Boolean.FALSE.equals(waiter.granted());
        }

        /** Wakes the submitter. */
        @Override
        public void run() {
            waiter.wake();
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

    /** Returns the submission that has waited longest, or null. */
    @Nullable
    Submission first() {
        return line.peek();
    }

    void remove(Submission submission) {
        boolean ignored = line.remove(submission);
    }

    /** Takes the first out, and accepts its task if it still waits; it goes on when the lock is released. */
    boolean accept(Submission submission, AdmissionLock lock) {
        remove(submission);
        boolean accepted = submission.waiter.grant(true);
        if (accepted) {
            lock.defer(submission);
        }
        return accepted;
    }

    /** Accepts the task of the submission that has waited longest. Its submitter goes on when the lock is released. */
    @Nullable
    Submission accept(AdmissionLock lock) {
        for (Submission submission = line.peek(); submission != null; submission = line.peek()) {
            if (accept(submission, lock)) {
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
                lock.defer(submission);
                refused++;
            }
        }
        return refused;
    }
}
