package dev.ropewalk.task.run;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.queue.ShutdownState;
import dev.ropewalk.task.queue.SubmissionLine;
import dev.ropewalk.task.queue.SubmitTimeout;
import dev.ropewalk.task.queue.TaskFuture;
import dev.ropewalk.task.queue.TaskHome;
import dev.ropewalk.task.queue.TimedTask;
import dev.ropewalk.task.queue.WaitingTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks are in flight and which wait: the state of a {@link BoundedExecutor}, all of it under one lock.
 *
 * <p>A slot is taken when a {@link TaskRunner} is made and given back when it retires. A runner that has finished a task takes
 * the next one under the same lock under which it would retire, and a task that comes is admitted or queued under it, too. So
 * no task is left waiting beside a free slot, and no two take the same one. A runner retires rather than go on when more are
 * in flight than the limit has come to be.
 *
 * <p>No code of users runs under the lock, and no thread is woken there: that is put off until it is released.
 */
public final class TaskAdmission implements TaskHome {
    private final String name;
    private final TaskThreads threads;
    private final AdmissionLock lock;
    private final OverflowPolicy overflow;
    private final RunnerList runners = new RunnerList();
    private final WaitingTasks waiting;
    private final ShutdownState shutdown = new ShutdownState();
    private final @Nullable TaskMeter meter;
    private final @Nullable BudgetGate gate;
    private final Rejections rejections;
    private final RoomWait roomWait;
    private final WaitingStarter starter;

    private int limit;
    private long admitted;
    private long rejected;

    public TaskAdmission(AdmissionSettings settings, TaskThreads threads, AdmissionLock lock) {
        this.name = settings.name();
        this.rejections = new Rejections(this, name);
        this.threads = threads;
        this.lock = lock;
        this.limit = settings.limit();
        this.overflow = settings.overflow();
        this.waiting = new WaitingTasks(this, lock, settings.newQueue(threads.clock()), settings.capacity());
        this.roomWait = new RoomWait(lock, waiting, rejections, threads::clock);
        this.starter = new WaitingStarter(this::admit, threads::start);
        this.meter = settings.algorithm() == null
                ? null
                : new TaskMeter(settings.algorithm(), limit, settings.isDrop(), this::moveLimit, starter::startWaiting);
        this.gate = settings.budget() == null || settings.demand() == null
                ? null
                : new BudgetGate(settings.budget(), settings.demand(), this, lock);
    }

    // Tasks that come

    /** Takes a task in if there is room for it, and does nothing if not. */
    public OfferedTask offer(Runnable task) {
        boolean turnsAway = Arrivals.announceOffered(this);
        var offered = new OfferedTask();
        lock.lock();
        try {
            if (shutdown.isOpen()) {
                if (hasRoom() && !turnsAway) {
                    offered.runner = take(task, 0);
                    offered.isIn = true;
                }
                return offered;
            }
            rejected++;
        } finally {
            lock.unlock();
        }
        throw rejections.rejected(task, "");
    }

    /** Takes a task in; returns the runner to launch for it, or null if it waits or has been dealt with. */
    public @Nullable TaskRunner enter(Runnable task, int priority) {
        try {
            return enter(task, priority, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            RejectedExecutionException error = rejections.rejected(task, ": interrupted while waiting for room");
            error.initCause(e);
            throw error;
        }
    }

    /**
     * Takes a task in as above, with a submitter that waits for room no longer than its timeout lasts; null if that is for ever.
     * A task for which the timeout didn't last is as if it had never come.
     */
    public @Nullable TaskRunner enter(Runnable task, int priority, @Nullable SubmitTimeout timeout)
            throws InterruptedException {
        boolean turnsAway = Arrivals.announceEntering(this, overflow);
        SubmissionLine.Submission submission = null;
        String refusal = null;
        lock.lock();
        try {
            if (!shutdown.isOpen()) {
                refusal = "";
            } else if (hasRoom() && !turnsAway) {
                return take(task, priority);
            } else {
                switch (overflow) {
                    case REJECT -> refusal = ": " + waiting.size() + " tasks wait already";
                    case DROP_OLDEST -> {
                        addForOldest(task, priority);
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
            throw rejections.rejected(task, refusal);
        } else if (submission != null) {
            roomWait.await(submission, timeout);
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

    /** Gets all memory that it needs before the task is in: its submitter gets the error if there is none. */
    private @Nullable TaskRunner take(Runnable task, int priority) {
        if (mayStartAtOnce()) {
            var runner = new TaskRunner(this);
            begin(runner, task);
            return runner;
        }
        TaskRunner fresh = null;
        if (gate != null) {
            gate.makeRoom();
        }
        if (runners.size() < limit && (gate == null || gate.isOpen())) {
            fresh = new TaskRunner(this);
        }
        waiting.add(task, priority);
        return admitNext(fresh);
    }

    private void begin(TaskRunner runner, Runnable task) {
        runner.task = task;
        runners.add(runner);
        admitted++;
        runner.inFlight = runners.size();
    }

    /** Drops the head of the queue for a task. A plain task that is no future has no one to tell: to lose it is what was asked for. */
    private void addForOldest(Runnable task, int priority) {
        var drop = new DroppedTask(rejections);
        drop.task = waiting.addForOldest(task, priority);
        if (drop.task != null) {
            rejected++;
            lock.defer(drop);
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
            task = runners.size() <= limit && openGate() ? waiting.poll() : null;
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

    /** Takes back a runner that couldn't be launched; returns it with another task to launch if no runner is left for what waits. */
    @Nullable
    TaskRunner launchFailed(TaskRunner runner) {
        lock.lock();
        try {
            admitted--;
            rejected++;
            boolean isLast = runners.size() == 1;
            if (!isLast) {
                retire(runner);
            }
            return isLast && replaceTask(runner) != null ? runner : null;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back the runner of a task that came just now; returns the error for its submitter. */
    public RejectedExecutionException neverStarted(TaskRunner runner, Throwable cause) {
        Runnable task = runner.task;
        TaskThreads.closeGrant(runner);
        threads.start(launchFailed(runner));
        return rejections.notStarted(task, cause);
    }

    /** Has waiting tasks started while there are slots for them. */
    void startWaiting() {
        starter.startWaiting();
    }

    private @Nullable TaskRunner admit() {
        lock.lock();
        try {
            return admitNext(null);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Admits the next task, if it may begin.
     *
     * @param fresh its runner, if it was made already
     */
    private @Nullable TaskRunner admitNext(@Nullable TaskRunner fresh) {
        if (runners.size() >= limit || !openGate()) {
            return null;
        }
        TaskRunner runner = fresh == null ? new TaskRunner(this) : fresh;
        Runnable task = waiting.poll();
        if (task == null) {
            settleIfIdle();
            return null;
        }
        begin(runner, task);
        if (gate != null) {
            runner.grant = gate.take();
        }
        return runner;
    }

    /** Returns whether the budget, if there is one, lets the next task begin. */
    private boolean openGate() {
        return gate == null || (!waiting.isEmpty() && gate.openOrAsk());
    }

    private void retire(TaskRunner runner) {
        runners.remove(runner);
        runner.thread = null;
        settleIfIdle();
    }

    @Override
    public void forget(TaskFuture<?> future) {
        lock.lock();
        try {
            waiting.cancel(future);
            settleIfIdle();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void expireWaiting(TimedTask<?> task, long now) {
        waiting.expire(task, now);
        settleIfIdle();
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
            settleIfIdle();
        } finally {
            lock.unlock();
        }
        for (Runnable task : left) {
            Rejections.failOrReport(task, rejections.notStarted(task, cause));
        }
    }

    // The limit

    public void setLimit(int value) {
        Steps.before(StepKind.ACCESS, this);
        moveLimit(value);
        starter.startWaiting();
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
        Steps.before(StepKind.ACCESS, this);
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

    /** Sets what is done when the executor has terminated; before others know it. */
    public void atEnd(AdmissionLock.Action action) {
        shutdown.atEnd(action);
    }

    public void shutdown() {
        Steps.before(StepKind.CLOSE, this);
        Steps.noteClosed(this);
        lock.lock();
        try {
            shutdown.shutDown();
            rejected += waiting.refuseSubmitters();
            settleIfIdle();
        } finally {
            lock.unlock();
        }
    }

    public List<Runnable> shutdownNow() {
        Steps.before(StepKind.CLOSE, this);
        Steps.noteClosed(this);
        lock.lock();
        try {
            List<Runnable> left = new ArrayList<>(waiting.size());
            var interrupts = new RunnerList.Interrupts(runners.size());
            shutdown.stop();
            rejected += waiting.refuseSubmitters();
            waiting.takeAll(left);
            runners.collect(interrupts);
            lock.defer(interrupts);
            settleIfIdle();
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Called whenever something has left, such as a task that expired: gives back what no task waits for, and terminates at the last. */
    private void settleIfIdle() {
        if (!waiting.isEmpty()) {
            return;
        }
        if (gate != null) {
            gate.giveBackSpare();
        }
        if (!shutdown.isOpen() && !shutdown.isTerminated() && runners.size() == 0) {
            shutdown.terminate(lock);
            waiting.endDeadlines();
        }
    }

    public boolean awaitTermination(long nanos) throws InterruptedException {
        Steps.before(StepKind.ACCESS, this);
        var closer = new ThreadWaiter<Boolean>("the end of " + this);
        lock.lock();
        try {
            if (shutdown.isTerminated()) {
                return true;
            }
            shutdown.add(closer);
        } finally {
            lock.unlock();
        }
        return Parking.await(closer, nanos);
    }

    public boolean isOpen() {
        return shutdown.isOpen();
    }

    boolean isStopped() {
        return shutdown.isStopped();
    }

    public boolean isTerminated() {
        return shutdown.isTerminated();
    }

    // What others ask

    public OverflowPolicy overflow() {
        return overflow;
    }

    public int limit() {
        Steps.before(StepKind.ACCESS, this);
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

    Rejections rejections() {
        return rejections;
    }

    @Override
    public String toString() {
        return "BoundedExecutor[" + name + ", " + shutdown + "]";
    }
}
