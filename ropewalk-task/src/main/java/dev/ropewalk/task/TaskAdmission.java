package dev.ropewalk.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who is in flight and who waits: the state of a {@link BoundedExecutor}, all of it under one lock.
 *
 * <p>A slot is taken when a {@link TaskRunner} is made and given back when it retires. A runner that has finished a task takes
 * the next one under the same lock under which it would retire, and a task that comes is admitted or queued under it, too. So
 * no task is left waiting beside a free slot, and no two take the same one. A runner retires rather than go on when more are
 * in flight than the limit has come to be.
 *
 * <p>Nothing of the user's runs under the lock, nor is anybody woken: that is put off until it is released.
 */
final class TaskAdmission {
    private static final int OPEN = 0;
    private static final int SHUT_DOWN = 1;
    private static final int STOPPED = 2;
    private static final int TERMINATED = 3;
    private static final int MIN_SHELLS = 64;

    private record Submission(Runnable task, int priority, ThreadWaiter<Boolean> waiter) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final BoundedExecutor executor;
    private final TaskQueue queue;
    private final int capacity;
    private final WhenFull whenFull;

    /** Written under the lock, read without it, too. */
    private volatile int phase = OPEN;

    private int limit;
    private int inFlight;
    private int waiting;
    private int shells;
    private long admitted;
    private long rejected;
    private long expired;
    private long cancelled;
    private @Nullable TaskRunner runners;
    private @Nullable WaitLog waits;
    private @Nullable Deadlines deadlines;
    private boolean sleeperStarted;
    private @Nullable Thread sleeper;
    private @Nullable ArrayDeque<Submission> blocked;
    private @Nullable List<ThreadWaiter<Boolean>> closers;
    private @Nullable List<Runnable> afterwards;

    TaskAdmission(BoundedExecutor executor, TaskQueue queue, int limit, int capacity, WhenFull whenFull) {
        this.executor = executor;
        this.queue = queue;
        this.limit = limit;
        this.capacity = capacity;
        this.whenFull = whenFull;
    }

    // Tasks that come

    /** Takes a task in; returns the runner to launch for it, or null if it waits or has been dealt with. */
    @Nullable
    TaskRunner enter(Runnable task, int priority) {
        Submission submission = null;
        lock();
        try {
            if (phase != OPEN) {
                rejected++;
                throw executor.rejected(task, "");
            }
            if (waiting == 0 && inFlight < limit) {
                return newRunner(task);
            }
            if (waiting < capacity) {
                enqueue(task, priority);
                return admitNext();
            }
            switch (whenFull) {
                case REJECT -> {
                    rejected++;
                    throw executor.rejected(task, ": " + waiting + " tasks wait already");
                }
                case DROP_OLDEST -> {
                    dropOldest();
                    enqueue(task, priority);
                    return null;
                }
                case BLOCK -> submission = block(task, priority);
                case CALLER_RUNS -> {}
            }
        } finally {
            unlock();
        }
        if (submission == null) {
            task.run();
        } else {
            awaitRoom(submission);
        }
        return null;
    }

    private TaskRunner newRunner(Runnable task) {
        var runner = new TaskRunner(executor, task);
        TaskRunner first = runners;
        runner.next = first;
        if (first != null) {
            first.previous = runner;
        }
        runners = runner;
        inFlight++;
        admitted++;
        return runner;
    }

    private void enqueue(Runnable task, int priority) {
        queue.add(task, priority, executor.clock());
        waiting++;
        if (task instanceof TaskFuture<?> future) {
            future.enqueuedIn(this);
            if (future instanceof TimedTask<?> timed) {
                watch(timed);
            }
        }
    }

    private void dropOldest() {
        Runnable oldest = poll();
        if (oldest == null) {
            return;
        }
        rejected++;
        if (oldest instanceof TaskFuture<?> future) {
            var error = executor.rejected(oldest, ": dropped for a later one");
            later(() -> {
                boolean ignored = future.fail(error);
            });
        }
    }

    private Submission block(Runnable task, int priority) {
        if (blocked == null) {
            blocked = new ArrayDeque<>();
        }
        var submission = new Submission(task, priority, new ThreadWaiter<>("room in " + executor));
        blocked.add(submission);
        return submission;
    }

    private void awaitRoom(Submission submission) {
        TimedTask<?> timed = submission.task instanceof TimedTask<?> one ? one : null;
        try {
            if (Parking.await(submission.waiter, timed == null ? Parking.FOREVER : timed.deadlineNanos)) {
                RuntimeException refusal = submission.waiter.refusal();
                if (refusal != null) {
                    throw refusal;
                }
            } else if (timed != null) {
                withdraw(submission, true);
                timed.expire(executor.clock());
            }
        } catch (InterruptedException e) {
            withdraw(submission, false);
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException("interrupted while waiting for room in " + executor, e);
        }
    }

    private void withdraw(Submission submission, boolean late) {
        lock();
        try {
            if (blocked != null) {
                blocked.remove(submission);
            }
            if (late) {
                expired++;
            } else {
                cancelled++;
            }
        } finally {
            unlock();
        }
    }

    // Tasks that go

    /** Ends a runner's task; returns its next one, or null if the runner has retired. */
    @Nullable
    Runnable next(TaskRunner runner, boolean leavesThread) {
        lock();
        try {
            if (leavesThread) {
                runner.thread = null;
            }
            Runnable task = inFlight <= limit ? poll() : null;
            if (task == null) {
                retire(runner);
            } else {
                admitted++;
            }
            return task;
        } finally {
            unlock();
        }
    }

    /** Takes back a runner that couldn't be launched; returns another one to launch if nobody is left to run what waits. */
    @Nullable
    TaskRunner launchFailed(TaskRunner runner) {
        lock();
        try {
            admitted--;
            rejected++;
            retire(runner);
            return inFlight == 0 ? admitNext() : null;
        } finally {
            unlock();
        }
    }

    /** Returns a runner to launch for the next task if there is a slot for it. */
    @Nullable
    TaskRunner admit() {
        lock();
        try {
            return admitNext();
        } finally {
            unlock();
        }
    }

    private @Nullable TaskRunner admitNext() {
        Runnable task = inFlight < limit ? poll() : null;
        return task == null ? null : newRunner(task);
    }

    private void retire(TaskRunner runner) {
        TaskRunner before = runner.previous;
        TaskRunner after = runner.next;
        if (before == null) {
            runners = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        runner.thread = null;
        inFlight--;
        terminateIfDone();
    }

    /** Takes the next task that may still begin, or null. */
    private @Nullable Runnable poll() {
        for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
            if (task instanceof TaskFuture<?> future) {
                if (!future.isQueued()) {
                    shells--;
                    continue;
                }
                leaveQueue(future);
                if (future instanceof TimedTask<?> timed && timed.isDue(executor.clock())) {
                    expire(timed, executor.clock());
                    continue;
                }
            } else {
                waiting--;
            }
            recordWait();
            fillRoom();
            return task;
        }
        return pollBlocked();
    }

    private void recordWait() {
        WaitLog log = waits;
        if (log == null) {
            log = new WaitLog();
            waits = log;
        }
        log.record(executor.clock() - queue.polledSince);
    }

    private void leaveQueue(TaskFuture<?> future) {
        future.leaveQueue();
        waiting--;
        if (deadlines != null && future instanceof TimedTask<?> timed) {
            deadlines.remove(timed);
        }
    }

    private void fillRoom() {
        while (blocked != null && waiting < capacity) {
            Submission submission = blocked.poll();
            if (submission == null) {
                return;
            }
            if (submission.waiter.grant(true)) {
                later(submission.waiter::wake);
                enqueue(submission.task, submission.priority);
            }
        }
    }

    private @Nullable Runnable pollBlocked() {
        while (blocked != null) {
            Submission submission = blocked.poll();
            if (submission == null) {
                return null;
            }
            if (submission.waiter.grant(true)) {
                later(submission.waiter::wake);
                return submission.task;
            }
        }
        return null;
    }

    /** Called when a task was cancelled while it seemed to wait. */
    void forget(TaskFuture<?> future) {
        lock();
        try {
            if (future.isQueued()) {
                leaveQueue(future);
                cancelled++;
                shellLeft();
            }
        } finally {
            unlock();
        }
    }

    private void shellLeft() {
        shells++;
        if (shells > MIN_SHELLS && shells > waiting) {
            queue.sweep();
            shells = 0;
        }
        fillRoom();
        terminateIfDone();
    }

    // Deadlines

    private void watch(TimedTask<?> task) {
        if (deadlines == null) {
            deadlines = new Deadlines();
        }
        deadlines.add(task);
        if (!sleeperStarted) {
            sleeperStarted = true;
            later(this::startSleeper);
        } else if (deadlines.first() == task) {
            wakeSleeper();
        }
    }

    private void wakeSleeper() {
        Thread asleep = sleeper;
        if (asleep != null) {
            later(() -> Parking.unpark(asleep));
        }
    }

    private void startSleeper() {
        try {
            executor.startThread(this::watchDeadlines);
        } catch (RuntimeException | Error e) {
            lock();
            try {
                sleeperStarted = false;
            } finally {
                unlock();
            }
        }
    }

    /** What the sleeper does: it lets tasks expire while no slot frees, and ends when no deadlines are left. */
    private void watchDeadlines() {
        for (long nanos = expireDue(); nanos > 0; nanos = expireDue()) {
            executor.parkNanos(this, nanos);
        }
    }

    /** Returns for how long to sleep, or 0 if there is nothing left to watch. */
    private long expireDue() {
        lock();
        try {
            long now = executor.clock();
            TimedTask<?> first = deadlines == null ? null : deadlines.first();
            while (first != null && first.isDue(now)) {
                leaveQueue(first);
                expire(first, now);
                shellLeft();
                first = deadlines == null ? null : deadlines.first();
            }
            sleeper = first == null ? null : Thread.currentThread();
            sleeperStarted = first != null;
            return first == null ? 0 : first.deadline() - now;
        } finally {
            unlock();
        }
    }

    private void expire(TimedTask<?> task, long now) {
        expired++;
        later(() -> task.expire(now));
    }

    // The limit

    int limit() {
        lock();
        try {
            return limit;
        } finally {
            unlock();
        }
    }

    void setLimit(int value) {
        lock();
        try {
            limit = value;
        } finally {
            unlock();
        }
    }

    AdmissionStats stats(String name) {
        lock();
        try {
            WaitTimes times = (waits == null ? new WaitLog() : waits).snapshot();
            return new AdmissionStats(name, limit, inFlight, waiting, admitted, rejected, expired, cancelled, times);
        } finally {
            unlock();
        }
    }

    // The end

    boolean isOpen() {
        return phase == OPEN;
    }

    boolean isStopped() {
        return phase >= STOPPED;
    }

    boolean isTerminated() {
        return phase == TERMINATED;
    }

    String phaseName() {
        return switch (phase) {
            case OPEN -> "open";
            case SHUT_DOWN -> "shut down";
            case STOPPED -> "stopped";
            default -> "terminated";
        };
    }

    void shutdown() {
        lock();
        try {
            advance(SHUT_DOWN);
        } finally {
            unlock();
        }
    }

    List<Runnable> shutdownNow() {
        lock();
        try {
            phase = Math.max(phase, STOPPED);
            List<Runnable> left = new ArrayList<>(waiting);
            takeAll(left);
            for (TaskRunner runner = runners; runner != null; runner = runner.next) {
                Thread thread = runner.thread;
                if (thread != null) {
                    thread.interrupt();
                }
            }
            advance(STOPPED);
            return left;
        } finally {
            unlock();
        }
    }

    private void takeAll(List<Runnable> left) {
        for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
            if (!(task instanceof TaskFuture<?> future)) {
                left.add(task instanceof HandedTask handed ? handed.task() : task);
            } else if (future.isQueued()) {
                leaveQueue(future);
                left.add(future instanceof TimedTask<?> timed ? timed.task() : future);
            }
        }
        waiting = 0;
        shells = 0;
    }

    private void advance(int target) {
        phase = Math.max(phase, target);
        while (blocked != null && !blocked.isEmpty()) {
            Submission submission = blocked.remove();
            if (submission.waiter.refuse(executor.rejected(submission.task, ""))) {
                rejected++;
                later(submission.waiter::wake);
            }
        }
        terminateIfDone();
    }

    private void terminateIfDone() {
        if (phase == OPEN || phase == TERMINATED || inFlight > 0 || waiting > 0) {
            return;
        }
        phase = TERMINATED;
        wakeSleeper();
        if (closers != null) {
            for (ThreadWaiter<Boolean> closer : closers) {
                if (closer.grant(true)) {
                    later(closer::wake);
                }
            }
            closers = null;
        }
    }

    boolean awaitTermination(long nanos) throws InterruptedException {
        var closer = new ThreadWaiter<Boolean>("the end of " + executor);
        lock();
        try {
            if (phase == TERMINATED) {
                return true;
            }
            if (closers == null) {
                closers = new ArrayList<>();
            }
            closers.removeIf(Waiter::isSettled);
            closers.add(closer);
        } finally {
            unlock();
        }
        return Parking.await(closer, nanos);
    }

    // Under and after the lock

    private void later(Runnable action) {
        if (afterwards == null) {
            afterwards = new ArrayList<>();
        }
        afterwards.add(action);
    }

    static final int SPINS = Integer.getInteger("spins", 0);

    private void lock() {
        for (int i = 0; i < SPINS; i++) {
            if (!lock.isLocked() && lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    private void unlock() {
        List<Runnable> actions = afterwards;
        afterwards = null;
        lock.unlock();
        if (actions != null) {
            for (Runnable action : actions) {
                try {
                    action.run();
                } catch (RuntimeException | Error e) {
                    BoundedExecutor.uncaught(e);
                }
            }
        }
    }
}
