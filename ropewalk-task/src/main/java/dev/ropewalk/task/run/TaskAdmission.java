package dev.ropewalk.task.run;

import dev.ropewalk.base.Failures;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.WhenFull;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.queue.Ending;
import dev.ropewalk.task.queue.FifoTaskQueue;
import dev.ropewalk.task.queue.HandedTask;
import dev.ropewalk.task.queue.Patience;
import dev.ropewalk.task.queue.PriorityTaskQueue;
import dev.ropewalk.task.queue.SubmissionLine;
import dev.ropewalk.task.queue.TaskFuture;
import dev.ropewalk.task.queue.TaskHome;
import dev.ropewalk.task.queue.TaskQueue;
import dev.ropewalk.task.queue.TimedTask;
import dev.ropewalk.task.queue.WaitingTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
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
public final class TaskAdmission implements TaskHome {
    private final String name;
    private final TaskThreads threads;
    private final AdmissionLock lock;
    private final WhenFull whenFull;
    private final RunnerList runners = new RunnerList();
    private final WaitingTasks waiting;
    private final Ending ending = new Ending();
    private final @Nullable TaskMeter meter;
    private final @Nullable BudgetGate gate;

    /** How many calls of {@link #startWaiting} aren't answered; whoever raises it from zero answers until it is zero. */
    private final AtomicInteger starting = new AtomicInteger();

    private int limit;
    private long admitted;
    private long rejected;

    public TaskAdmission(AdmissionSettings settings, TaskThreads threads, AdmissionLock lock) {
        this.name = settings.name();
        this.threads = threads;
        this.lock = lock;
        this.limit = settings.limit();
        this.whenFull = settings.whenFull();
        TaskQueue queue = settings.ageingNanos() > 0
                ? new PriorityTaskQueue(settings.ageingNanos(), threads.clock())
                : new FifoTaskQueue();
        this.waiting = new WaitingTasks(this, lock, queue, settings.capacity());
        this.meter = settings.algorithm() == null
                ? null
                : new TaskMeter(settings.algorithm(), limit, settings.isDrop(), this::moveLimit, this::startWaiting);
        this.gate = settings.budget() == null || settings.demand() == null
                ? null
                : new BudgetGate(settings.budget(), settings.demand(), this, lock);
    }

    // Tasks that come

    /** What became of a task that was offered: whether there was room for it, and the runner to launch, if any. */
    public record Entry(boolean isIn, @Nullable TaskRunner runner) {
        private static final Entry FULL = new Entry(false, null);
    }

    /** Takes a task in if there is room for it, and does nothing if not. */
    public Entry offer(Runnable task) {
        lock.lock();
        try {
            if (ending.isOpen()) {
                return hasRoom() ? new Entry(true, take(task, 0)) : Entry.FULL;
            }
            rejected++;
        } finally {
            lock.unlock();
        }
        throw rejected(task, "");
    }

    /** Takes a task in; returns the runner to launch for it, or null if it waits or has been dealt with. */
    public @Nullable TaskRunner enter(Runnable task, int priority) {
        try {
            return enter(task, priority, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            RejectedExecutionException error = rejected(task, ": interrupted while waiting for room");
            error.initCause(e);
            throw error;
        }
    }

    /**
     * Takes a task in as above, with a submitter that waits for room no longer than its patience lasts; null if that is for ever.
     * A task for which the patience didn't last is as if it had never come.
     */
    public @Nullable TaskRunner enter(Runnable task, int priority, @Nullable Patience patience)
            throws InterruptedException {
        SubmissionLine.Submission submission = null;
        String refusal = null;
        lock.lock();
        try {
            if (!ending.isOpen()) {
                refusal = "";
            } else if (hasRoom()) {
                return take(task, priority);
            } else {
                switch (whenFull) {
                    case REJECT -> refusal = ": " + waiting.size() + " tasks wait already";
                    case DROP_OLDEST -> {
                        dropOldest();
                        waiting.add(task, priority);
                        return null;
                    }
                    case BLOCK -> submission = waiting.block(task, priority);
                    case CALLER_RUNS -> {}
                }
            }
            if (refusal != null) {
                rejected++;
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            throw rejected(task, refusal);
        } else if (submission != null) {
            awaitRoom(submission, patience);
        } else {
            task.run();
        }
        return null;
    }

    private boolean hasRoom() {
        return mayStartAtOnce() || !waiting.isFull();
    }

    private boolean mayStartAtOnce() {
        return waiting.size() == 0 && runners.size() < limit && gate == null;
    }

    private @Nullable TaskRunner take(Runnable task, int priority) {
        if (mayStartAtOnce()) {
            var runner = new TaskRunner(this);
            begin(runner, task);
            return runner;
        }
        waiting.add(task, priority);
        return admitNext();
    }

    private void begin(TaskRunner runner, Runnable task) {
        runner.task = task;
        runners.add(runner);
        admitted++;
        runner.inFlight = runners.size();
    }

    /** Drops the head of the queue. A plain task that is no future tells nobody: to lose it is what was asked for. */
    private void dropOldest() {
        var drop = new Drop();
        drop.oldest = waiting.turnAway();
        if (drop.oldest != null) {
            rejected++;
            lock.later(drop);
        }
    }

    /** Tells of a dropped task; made before the task is taken out. */
    private final class Drop extends AdmissionLock.Action {
        @Nullable
        Runnable oldest;

        @Override
        public void run() {
            Runnable dropped = oldest;
            if (dropped != null) {
                boolean ignored = TaskThreads.fail(dropped, rejected(dropped, ": dropped for a later one"));
            }
        }
    }

    private void awaitRoom(SubmissionLine.Submission submission, @Nullable Patience patience)
            throws InterruptedException {
        TimedTask<?> timed = submission.task() instanceof TimedTask<?> one ? one : null;
        long nanos = timed == null ? Parking.FOREVER : timed.deadlineNanos;
        if (patience != null) {
            patience.attach(submission.waiter());
            nanos = Math.min(nanos, patience.left());
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
            throw rejected(submission.task(), "");
        } else if (!submission.isAccepted()) {
            boolean late = patience == null || !patience.isOver();
            withdraw(submission, late);
            if (late && timed != null) {
                timed.expire(threads.clock()).run();
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

    // Tasks that go

    /** Ends a runner's task and gives it the next one; returns that, or null if the runner has retired. */
    @Nullable
    Runnable next(TaskRunner runner, boolean leavesThread) {
        lock.lock();
        try {
            if (leavesThread) {
                runner.thread = null;
            }
            return replaceTask(runner);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Runnable replaceTask(TaskRunner runner) {
        Runnable task = null;
        try {
            task = runners.size() <= limit && mayAdmit() ? waiting.poll() : null;
        } finally {
            if (task == null) {
                retire(runner);
            }
        }
        if (task != null) {
            admitted++;
            runner.task = task;
            runner.inFlight = runners.size();
            if (gate != null) {
                runner.grant = gate.take();
            }
        }
        return task;
    }

    /** Takes back a runner that couldn't be launched; returns another one to launch if nobody is left to run what waits. */
    @Nullable
    TaskRunner launchFailed(TaskRunner runner) {
        lock.lock();
        try {
            admitted--;
            rejected++;
            retire(runner);
            return runners.size() == 0 ? admitNext() : null;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back the runner of a task that came just now; returns the error for its submitter. */
    public RejectedExecutionException neverStarted(TaskRunner runner, Throwable cause) {
        TaskThreads.closeGrant(runner);
        threads.start(launchFailed(runner));
        return notStarted(runner.task, cause);
    }

    /**
     * Has waiting tasks started while there are slots for them: by this thread, or by one that is at it already, be it this one
     * further down its stack. A budget may let in any number of tasks, each while the one before is being started.
     */
    void startWaiting() {
        if (starting.getAndIncrement() > 0) {
            return;
        }
        Throwable failure = null;
        int calls = 1;
        do {
            try {
                for (TaskRunner runner = admit(); runner != null; runner = admit()) {
                    threads.start(runner);
                }
            } catch (Throwable thrown) {
                failure = thrown;
            }
            calls = starting.addAndGet(-calls);
        } while (calls > 0);
        if (failure != null) {
            throw Failures.<RuntimeException>unchecked(failure);
        }
    }

    private @Nullable TaskRunner admit() {
        lock.lock();
        try {
            return admitNext();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable TaskRunner admitNext() {
        if (runners.size() >= limit || !mayAdmit()) {
            return null;
        }
        var runner = new TaskRunner(this);
        Runnable task = waiting.poll();
        if (task == null) {
            rest();
            return null;
        }
        begin(runner, task);
        if (gate != null) {
            runner.grant = gate.take();
        }
        return runner;
    }

    /** Returns whether the budget, if there is one, lets the next task begin. */
    private boolean mayAdmit() {
        return gate == null || (waiting.size() > 0 && gate.openOrAsk());
    }

    private void retire(TaskRunner runner) {
        runners.remove(runner);
        runner.thread = null;
        rest();
    }

    @Override
    public void forget(TaskFuture<?> future) {
        lock.lock();
        try {
            waiting.cancel(future);
            rest();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void expireWaiting(TimedTask<?> task, long now) {
        waiting.expire(task, now);
        rest();
    }

    /** Lets all waiting tasks fail, because nothing will ever admit them. */
    void failWaiting(Throwable cause) {
        List<Runnable> left;
        lock.lock();
        try {
            left = new ArrayList<>(waiting.size());
            for (Runnable task = waiting.turnAway(); task != null; task = waiting.turnAway()) {
                left.add(task);
            }
            rejected += left.size();
            rest();
        } finally {
            lock.unlock();
        }
        for (Runnable task : left) {
            TaskThreads.failOrReport(task, notStarted(task, cause));
        }
    }

    // The limit

    public void setLimit(int value) {
        moveLimit(value);
        startWaiting();
    }

    /** Sets the limit; the caller has waiting tasks started afterwards. */
    private void moveLimit(int value) {
        lock.lock();
        try {
            limit = value;
        } finally {
            lock.unlock();
        }
    }

    public AdmissionStats stats() {
        lock.lock();
        try {
            return new AdmissionStats(
                    name,
                    limit,
                    runners.size(),
                    waiting.size(),
                    admitted,
                    rejected,
                    waiting.expired(),
                    waiting.cancelled(),
                    waiting.waits());
        } finally {
            lock.unlock();
        }
    }

    // The end

    public void shutdown() {
        lock.lock();
        try {
            ending.shutDown();
            rejected += waiting.refuseSubmitters();
            rest();
        } finally {
            lock.unlock();
        }
    }

    public List<Runnable> shutdownNow() {
        lock.lock();
        try {
            List<Runnable> left = new ArrayList<>(waiting.size());
            var interrupts = new RunnerList.Interrupts(runners.size());
            ending.stop();
            rejected += waiting.refuseSubmitters();
            waiting.takeAll(left);
            runners.collect(interrupts);
            lock.later(interrupts);
            rest();
            return left;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called whenever something has left, be it that a waiting task was found to have expired when it would have had its turn:
     * gives back what nobody waits for any more, and terminates if that was the last.
     */
    private void rest() {
        if (waiting.size() > 0) {
            return;
        }
        if (gate != null) {
            gate.rest();
        }
        if (!ending.isOpen() && !ending.isTerminated() && runners.size() == 0) {
            ending.terminate(lock);
            waiting.end();
        }
    }

    public boolean awaitTermination(long nanos) throws InterruptedException {
        var closer = new ThreadWaiter<Boolean>("the end of " + this);
        lock.lock();
        try {
            if (ending.isTerminated()) {
                return true;
            }
            ending.add(closer);
        } finally {
            lock.unlock();
        }
        return Parking.await(closer, nanos);
    }

    public boolean isOpen() {
        return ending.isOpen();
    }

    boolean isStopped() {
        return ending.isStopped();
    }

    public boolean isTerminated() {
        return ending.isTerminated();
    }

    // What others ask

    public WhenFull whenFull() {
        return whenFull;
    }

    public int limit() {
        lock.lock();
        try {
            return limit;
        } finally {
            lock.unlock();
        }
    }

    public TaskThreads threads() {
        return threads;
    }

    @Override
    public long clock() {
        return threads.clock();
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        threads.parkNanos(blocker, nanos);
    }

    @Override
    public void startThread(Runnable body) {
        threads.startThread(body);
    }

    public @Nullable TaskMeter meter() {
        return meter;
    }

    RejectedExecutionException rejected(Runnable task, String why) {
        Runnable known = task instanceof HandedTask handed ? handed.task() : task;
        return new RejectedExecutionException(known + " rejected from " + this + why);
    }

    RejectedExecutionException notStarted(Runnable task, @Nullable Throwable cause) {
        String why = cause instanceof BudgetClosedException ? ", because " + cause.getMessage() : "";
        RejectedExecutionException error = rejected(task, ": nothing runs it" + why);
        error.initCause(cause);
        return error;
    }

    @Override
    public String toString() {
        return "BoundedExecutor[" + name + ", " + ending + "]";
    }
}
