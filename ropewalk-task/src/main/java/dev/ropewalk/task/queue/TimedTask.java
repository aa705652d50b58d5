package dev.ropewalk.task.queue;

import dev.ropewalk.base.Failures;
import dev.ropewalk.task.TaskExpiredException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A task with a deadline: a submitted one, or a plain one, which has no future and whose exceptions are passed on. */
public final class TimedTask<T> extends TaskFuture<T> {
    final long submitted;
    public final long deadlineNanos;

    /** Its place among the deadlines, or -1. Guarded by the executor's lock. */
    int place = -1;

    private final @Nullable Runnable plain;
    private final Expiry expiry = new Expiry();

    /**
     * Creates a task.
     *
     * @param plain the body again if this is a plain task, or null
     */
    public TimedTask(Object body, @Nullable Runnable plain, long submitted, long deadlineNanos) {
        super(body);
        this.plain = plain;
        this.submitted = submitted;
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    public void run() {
        super.run();
        Throwable thrown = plain == null ? null : failure();
        if (thrown != null) {
            throw Failures.<RuntimeException>unchecked(thrown);
        }
    }

    @Override
    Runnable task() {
        return plain == null ? this : HandedTask.known(plain);
    }

    long deadline() {
        return submitted + deadlineNanos;
    }

    boolean isDue(long now) {
        return now - submitted >= deadlineNanos;
    }

    /**
     * Lets the future fail; under the executor's lock, so that no future is seen to end after its executor. Returns what tells
     * the threads that wait for it; a plain task that is a future itself is cancelled. Called once. Doesn't fail for want of memory:
     * the task has left its queue.
     */
    public AdmissionLock.Action expire(long now) {
        expiry.decided = decide(lateness(now));
        return expiry;
    }

    private Throwable lateness(long now) {
        try {
            return new TaskExpiredException(Duration.ofNanos(deadlineNanos), Duration.ofNanos(now - submitted));
        } catch (OutOfMemoryError noMemory) {
            return noMemory;
        }
    }

    /** Tells of the end; made before that is decided. */
    private final class Expiry extends AdmissionLock.Action {
        boolean decided;

        @Override
        public void run() {
            if (decided) {
                tell();
            }
            if (plain != null) {
                boolean ignored = HandedTask.cancel(plain);
            }
        }
    }
}
