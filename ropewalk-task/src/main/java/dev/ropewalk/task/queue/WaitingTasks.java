package dev.ropewalk.task.queue;

import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.Steps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait to be admitted, and the submitters that wait for room among them. Guarded by the admission's lock. Memory
 * is only asked for when a task comes, and before anything is changed: if there is none its submitter gets the error, and what
 * is queued stays so.
 *
 * <p>A task that is cancelled or expires is at once no longer counted, but leaves a shell in the queue. Shells are swept out when
 * they are more than the tasks, so that this costs each of them a constant time in all.
 */
public final class WaitingTasks implements Backlog {
    /** With more tasks than this, only the wait of one in {@link #SAMPLES} is recorded: clocks aren't free. */
    private static final int MAX_ALL_SAMPLED = 1024;

    private static final int SAMPLES = 16;
    private static final int MIN_SHELLS = 64;

    private final TaskHome home;
    private final AdmissionLock lock;
    private final TaskQueue queue;
    private final int capacity;
    private @Nullable SubmissionLine line;
    private @Nullable DeadlineWatch deadlines;
    private @Nullable TimeHistogram waits;
    private int size;
    private int shells;
    private long expired;
    private long cancelled;

    public WaitingTasks(TaskHome home, AdmissionLock lock, TaskQueue queue, int capacity) {
        this.home = home;
        this.lock = lock;
        this.queue = queue;
        this.capacity = capacity;
    }

    public int size() {
        return size;
    }

    /** Returns whether no task is here, neither in the queue nor with a submitter that waits for room. */
    public boolean isEmpty() {
        return size == 0 && (line == null || line.isEmpty());
    }

    /** Returns whether there is no room for another task: submitters that wait for room come first. */
    public boolean isFull() {
        return size >= capacity || (line != null && !line.isEmpty());
    }

    public long expired() {
        return expired;
    }

    public long cancelled() {
        return cancelled;
    }

    public TimeDistribution waits() {
        return waits == null ? TimeDistribution.none() : TimeDistribution.of(waits);
    }

    /** Adds a task, or does nothing and throws an error if there is no memory for it. */
    public void add(Runnable task, int priority) {
        prepare(task);
        boolean timed = isTimed();
        queue.add(task, priority, timed ? home.clock() : TaskQueue.UNKNOWN);
        size++;
        if (task instanceof TaskFuture<?> future) {
            future.enqueuedIn(home);
            if (deadlines != null && future instanceof TimedTask<?> withDeadline) {
                deadlines.add(withDeadline);
            }
        }
        watchDeadlines();
        Steps.noteGrown(this);
    }

    @Override
    public int waiting(int most) {
        return Math.min(most, size);
    }

    @Override
    public String toString() {
        return "the queue of " + home;
    }

    /**
     * Adds a task where there is no room, and turns the next one away for it; returns that one, or null if tasks that had expired have
     * made room. If there is no memory for the task, none is turned away.
     */
    public @Nullable Runnable addForOldest(Runnable task, int priority) {
        prepare(task);
        Runnable oldest = isFull() ? take(false, true) : null;
        add(task, priority);
        return oldest;
    }

    /** Gets the memory that adding a task needs, now or after others have left. */
    private void prepare(Runnable task) {
        if (waits == null) {
            waits = new TimeHistogram();
        }
        if (deadlines == null && task instanceof TimedTask<?>) {
            deadlines = new DeadlineWatch(home, lock);
        }
        if (deadlines != null && task instanceof TimedTask<?>) {
            deadlines.makeRoom();
        }
        queue.makeRoom();
    }

    private boolean isTimed() {
        return queue.needsTime() || size < MAX_ALL_SAMPLED || size % SAMPLES == 0;
    }

    private void watchDeadlines() {
        if (deadlines != null) {
            deadlines.startIfNeeded();
        }
    }

    /** Takes the next task that may still begin, or null; it is admitted. */
    public @Nullable Runnable poll() {
        watchDeadlines();
        return take(true, false);
    }

    /** Takes the next task as {@link #poll} does, but to turn it away: its wait doesn't count. */
    public @Nullable Runnable turnAway() {
        return take(false, false);
    }

    private @Nullable Runnable take(boolean isAdmitted, boolean whileFull) {
        for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
            if (!(task instanceof TaskFuture<?> future)) {
                size--;
            } else if (!future.isQueued()) {
                shells--;
                continue;
            } else {
                boolean expires = future instanceof TimedTask<?> timed && expireIfDue(timed);
                leave(future);
                if (expires && whileFull && !isFull()) {
                    return null;
                } else if (expires) {
                    continue;
                }
            }
            if (isAdmitted) {
                recordWait(queue.polledSince);
            }
            fillRoom();
            return task;
        }
        SubmissionLine.Submission submission = line == null ? null : line.accept(lock);
        if (submission == null) {
            return null;
        }
        fillRoom();
        return submission.task();
    }

    private void leave(TaskFuture<?> future) {
        future.leaveQueue();
        size--;
        if (deadlines != null && future instanceof TimedTask<?> timed) {
            deadlines.remove(timed);
        }
    }

    private boolean expireIfDue(TimedTask<?> task) {
        long now = home.clock();
        if (task.isDue(now)) {
            lock.defer(task.expire(now));
            expired++;
            return true;
        }
        return false;
    }

    private void recordWait(long since) {
        if (since != TaskQueue.UNKNOWN && waits != null) {
            waits.recordAlone(home.clock() - since);
        }
    }

    /** Lets submitters in once half of the room is free: a submitter that goes on for a single task would be woken for each. */
    private void fillRoom() {
        if (size > capacity / 2) {
            return;
        }
        try {
            for (var next = nextSubmission(); next != null && size < capacity; next = nextSubmission()) {
                prepare(next.task());
                if (accept(next)) {
                    add(next.task(), next.priority());
                }
            }
        } catch (OutOfMemoryError noMemory) {
            // The caller has changed things already; waiting submitters are let in when the next task is taken.
            return;
        }
    }

    private SubmissionLine.@Nullable Submission nextSubmission() {
        return line == null ? null : line.first();
    }

    private boolean accept(SubmissionLine.Submission first) {
        return line != null && line.accept(first, lock);
    }

    /** Takes a cancelled task out, if it waits. */
    public void cancel(TaskFuture<?> task) {
        if (task.isQueued()) {
            cancelled++;
            leaveShell(task);
        }
    }

    /** Takes a waiting task out, whose deadline has come. */
    public void expire(TimedTask<?> task, long now) {
        lock.defer(task.expire(now));
        expired++;
        leaveShell(task);
    }

    private void leaveShell(TaskFuture<?> task) {
        leave(task);
        shells++;
        if (shells > MIN_SHELLS && shells > size) {
            queue.sweep();
            shells = 0;
        }
        fillRoom();
    }

    /** Takes all tasks out, as their users know them. */
    public void takeAll(List<Runnable> left) {
        for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
            if (!(task instanceof TaskFuture<?> future)) {
                left.add(HandedTask.known(task));
                size--;
            } else if (future.isQueued()) {
                leave(future);
                left.add(future.task());
            }
        }
        shells = 0;
    }

    /** Has the thread that watches the deadlines end. */
    public void endDeadlines() {
        if (deadlines != null) {
            deadlines.wake();
        }
    }

    // Submitters

    public SubmissionLine.Submission block(Runnable task, int priority) {
        if (line == null) {
            line = new SubmissionLine();
        }
        return line.add(task, priority, "room in " + home);
    }

    public void withdraw(SubmissionLine.Submission submission, boolean late) {
        if (line != null) {
            line.remove(submission);
        }
        if (late) {
            expired++;
        } else {
            cancelled++;
        }
    }

    /** Refuses all submitters; returns how many. */
    public int refuseSubmitters() {
        return line == null ? 0 : line.refuseAll(lock);
    }
}
