package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.HeadAge;
import dev.ropewalk.scheduler.worker.Worker;

/** What the monitor remembers of one worker: since when the heads of its queues and its task are the same. Not thread-safe. */
final class WorkerSight {
    private final SchedulerOptions options;
    private final HeadAge task = new HeadAge();
    private final HeldTime held;
    private final LongTaskWatch longTask;
    private final HeadAge deque = new HeadAge();
    private final HeadAge inbox = new HeadAge();
    private final HeadAge pinnedDeque = new HeadAge();
    private final HeadAge pinnedInbox = new HeadAge();

    WorkerSight(SchedulerOptions options) {
        this.options = options;
        this.held = new HeldTime(options.stuckNanos());
        this.longTask = new LongTaskWatch(options);
    }

    /** A spare worker that goes back to work, but has begun no task yet, isn't in its last one. */
    void forgetTask() {
        task.forget();
        longTask.forget();
    }

    /** Looks which task the worker is in; returns for how long that has held it, 0 if it is in none. */
    long observeTask(Worker worker, long now) {
        long begun = worker.stats.tasksBegun();
        long inTask = task.observe(begun, !worker.idling.isWaiting() && !worker.status.isStarting(), now);
        long nanos = held.observe(worker.status.osThread(), inTask, now);
        return worker.stats.tasksBegun() == begun ? nanos : 0; // to ask the operating system takes its time
    }

    /** Reports a task that has held its worker for too long; returns whether it is one not seen as such before. */
    boolean reportLongTask(Worker worker, long now, long heldNanos) {
        return longTask.lookAndReport(worker, now, heldNanos);
    }

    /** Says in words for how long the worker's task has held it. */
    String describeTask() {
        return held.toString();
    }

    /**
     * Looks whether something has waited at the worker for longer than its fair rounds should allow, be it that no other
     * worker may take it.
     */
    boolean observeLongWait(Worker worker, long now) {
        long pinnedWaited = observe(pinnedDeque, worker.pinnedDeque, pinnedInbox, worker.pinnedInbox, now);
        return Math.max(observeQueues(worker, now), pinnedWaited) >= options.maxWaitNanos();
    }

    /** Looks whether something has waited long at a worker that is held up: all others are too busy to steal it. */
    boolean observeStranded(Worker worker, long now, long heldNanos) {
        return observeQueues(worker, now) >= options.stuckNanos()
                || (worker.hasParkedStrand() && heldNanos >= 2 * options.stuckNanos());
    }

    /** Marks the worker if it is backlogged; returns whether a thief would find something there. */
    boolean markBacklogAndCheckStealable(Worker worker, long now) {
        long waited = observeQueues(worker, now);
        if (waited > 0 && waited >= options.stealPriceNanos()) {
            worker.status.setBacklogged(true);
        }
        return worker.hasStealable() && (worker.status.mayBeRobbed() || (waited > 0 && worker.hasFreeHead()));
    }

    private long observeQueues(Worker worker, long now) {
        return observe(deque, worker.deque, inbox, worker.inbox, now);
    }

    private static long observe(HeadAge own, WorkDeque deque, HeadAge others, Inbox inbox, long now) {
        return Math.max(
                own.observe(deque.headIndex(), !deque.isEmpty(), now),
                others.observe(inbox.taken(), !inbox.isEmpty(), now));
    }
}
