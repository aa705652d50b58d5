package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.SoftTask;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.executor.ExecutorHost;
import dev.ropewalk.scheduler.executor.ExecutorView;
import dev.ropewalk.scheduler.executor.TaskRegistry;
import dev.ropewalk.scheduler.executor.ViewTask;
import dev.ropewalk.scheduler.queue.PlainTask;
import dev.ropewalk.scheduler.strand.Home;
import dev.ropewalk.scheduler.strand.RescuePool;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.VirtualThreadTask;
import dev.ropewalk.scheduler.strand.VirtualThreadTask.ChildContinuation;
import dev.ropewalk.scheduler.strand.VirtualThreads;
import dev.ropewalk.scheduler.support.FailureLog;
import dev.ropewalk.scheduler.support.Log;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.HomeAssigner;
import dev.ropewalk.scheduler.worker.PinnedLoop;
import dev.ropewalk.scheduler.worker.Spacing;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.scheduler.worker.WorkerThread;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler on real threads: it owns the workers and holds the parts together. Where work is queued and which worker is woken
 * is in {@link Dispatch}, what a worker does with its queues in {@link Worker}, what it takes from others in {@code Thief}, what
 * happens by the clock in {@link Monitor}, and the end in {@link Shutdown}.
 */
public class WorkStealingScheduler extends ExecutorHost {
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

    final Shutdown shutdown;
    private final Monitor monitor;
    private final Dispatch dispatch;
    private final HomeAssigner homeAssigner;
    private final FailureLog failures;

    /** Makes a scheduler whose workers have no threads yet. Its parts ask it for its clock and for the monitor's thread. */
    @SuppressWarnings("this-escape") // a subclass that answers them has its fields set before
    public WorkStealingScheduler(SchedulerOptions options, CpuTopology topology) {
        super(options, topology);
        Log.initialize();
        this.homeAssigner = new HomeAssigner(options.workers());
        this.failures = options.uncaughtExceptionHandler() instanceof FailureLog log
                ? log
                : new FailureLog("scheduler " + options.name());
        this.monitor = new Monitor(this, options);
        this.shutdown = new Shutdown(this);
        this.dispatch = new Dispatch(this, homeAssigner, monitor, shutdown);
        for (int i = 0; i < options.workers(); i++) {
            table.add(new Worker(this, options, i));
        }
    }

    /** Makes a scheduler and starts its threads, without lambdas and streams, whose first use would cost each program milliseconds. */
    public static WorkStealingScheduler start(SchedulerOptions options, CpuTopology topology) {
        var scheduler = new WorkStealingScheduler(options, topology);
        scheduler.start(topology);
        scheduler.shutdown.list();
        return scheduler;
    }

    /** Starts the threads. */
    protected final void start(CpuTopology topology) {
        try (var spacing = new Spacing()) {
            startAll(spacing, topology);
        } catch (Throwable noThread) {
            endAfterFailedStart(noThread);
            throw noThread;
        }
    }

    private void startAll(Spacing spacing, CpuTopology topology) {
        for (int i = 0; i < options.workers(); i++) {
            if (VirtualThreads.canBeCarried() && i > 0) {
                spacing.put();
            }
            Worker worker = worker(i);
            startThread(worker, options.pinWorkers() ? PinnedLoop.of(worker, topology, options.name()) : worker);
        }
        monitor.start();
    }

    /** The threads that did start must not stay. */
    private void endAfterFailedStart(Throwable why) {
        try {
            close(Duration.ZERO);
        } catch (Throwable second) {
            why.addSuppressed(second);
        }
    }

    // Submitting

    @Override
    public Strand newStrand(Placement placement) {
        return newStrand(placement, (Consumer<Object>) null);
    }

    @Override
    public Strand newStrand(Placement placement, int worker) {
        Objects.requireNonNull(placement, "placement");
        if (placement == Placement.FREE) {
            throw new IllegalArgumentException("a FREE strand has no home, so it can't be worker " + worker);
        }
        if (worker < 0 || worker >= options.workers()) {
            throw new IllegalArgumentException("no worker " + worker + ": there are " + options.workers());
        }
        return new SerialStrand(this, placement, worker(worker), null);
    }

    @Override
    @SuppressWarnings("unchecked") // only messages of type M are sent through what is returned
    public <M> MessageStrand<M> newMessageStrand(Placement placement, Consumer<? super M> handler) {
        Objects.requireNonNull(handler, "handler");
        return (MessageStrand<M>) newStrand(placement, (Consumer<Object>) handler);
    }

    private SerialStrand newStrand(Placement placement, @Nullable Consumer<Object> handler) {
        Objects.requireNonNull(placement, "placement");
        Worker home = placement == Placement.PINNED ? worker(homeAssigner.nextPinned()) : null;
        return new SerialStrand(this, placement, home, handler);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // asks which scheduler it is
    public Optional<MessageStrand<?>> currentStrand() {
        SerialStrand current = currentOfCaller();
        return current != null && current.hasHandler() && current.scheduler() == this
                ? Optional.of(current)
                : Optional.empty();
    }

    /** Asks the pool only when it may run strands: a sender's stack may be too short to initialize that class. */
    @Override
    protected @Nullable SerialStrand currentOfCaller() {
        Worker worker = currentWorker();
        if (worker != null) {
            return worker.current();
        }
        return shutdown.isDrained() ? RescuePool.current() : null;
    }

    @Override
    protected Worker nextHomeOfThread() {
        return worker(homeAssigner.nextThread());
    }

    @Override
    protected void enqueue(VirtualThreadTask thread, @Nullable Home self) {
        dispatch.enqueue(thread, (Worker) self);
    }

    @Override
    protected void enqueueLast(VirtualThreadTask thread, Home self) {
        dispatch.enqueueLast(thread, (Worker) self);
    }

    @Override
    protected void execute(ChildContinuation continuation) {
        dispatch.execute(continuation);
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        refuseIfClosed();
        Worker self = currentWorker();
        if (self != null && task instanceof SoftTask) {
            dispatch.push(self, task);
        } else if (self != null) {
            dispatch.pushFree(self, task);
        } else {
            dispatch.putFree(new PlainTask(task));
        }
    }

    @Override
    public void enqueue(SerialStrand strand) {
        dispatch.enqueue(strand, currentWorker());
    }

    /** A worker that was stuck must not take the strand along: what it has in its queues when it leaves is dropped. */
    @Override
    protected void enqueueAlways(SerialStrand strand) {
        if (shutdown.isDrained()) {
            RescuePool.execute(strand);
            try {
                if (mishaps.any) {
                    RescuePool.execute(dispatch::recover); // no worker and no monitor does
                }
            } catch (Throwable noStack) {
                mishaps.any = true; // The strand is queued; to throw would say that it isn't.
            }
        } else {
            enqueue(strand);
        }
    }

    @Override
    public void refuseIfClosed() {
        if (!shutdown.isOpen()) {
            throw new RejectedExecutionException("scheduler " + options.name() + " is closed");
        }
    }

    // Timers and blocking

    @Override
    public Timer schedule(Strand strand, Runnable task, Duration delay) {
        Objects.requireNonNull(delay, "delay");
        return monitor.arm(own(strand), task, Durations.delayNanos(delay), 0);
    }

    @Override
    public Timer scheduleAtFixedRate(Strand strand, Runnable task, Duration initialDelay, Duration period) {
        Objects.requireNonNull(initialDelay, "initialDelay");
        Objects.requireNonNull(period, "period");
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("period must be above zero, not " + period);
        }
        return monitor.arm(own(strand), task, Durations.delayNanos(initialDelay), Durations.delayNanos(period));
    }

    @SuppressWarnings("ReferenceEquality") // asks which scheduler it is
    private Strand own(Strand strand) {
        Objects.requireNonNull(strand, "strand");
        if (strand.scheduler() != this) {
            throw new IllegalArgumentException(strand + " belongs to another scheduler than " + options.name());
        }
        return strand;
    }

    @Override
    public <T> T blocking(Callable<T> call) throws Exception {
        Objects.requireNonNull(call, "call");
        if (RescuePool.current() != null) {
            return RescuePool.blocking(call);
        }
        Worker blocked = beginBlocking();
        try {
            return call.call();
        } finally {
            endBlocking(blocked);
        }
    }

    // Views

    @Override
    protected boolean execute(
            @Nullable Worker self, ViewTask task, TaskRegistry registry, int hash, BooleanSupplier isOpen) {
        return dispatch.execute(self, task, registry, hash, isOpen);
    }

    @Override
    protected Timer armInMonitor(Runnable task, long due) {
        return monitor.armInMonitor(task, due);
    }

    @Override
    public ScheduledExecutorService asExecutorService() {
        return new ExecutorView(this);
    }

    @Override
    public ThreadFactory threadFactory() {
        return VirtualThreads.factory(this, true);
    }

    @Override
    public ThreadFactory isolatedThreadFactory() {
        return VirtualThreads.factory(this, false);
    }

    @Override
    public boolean carriesVirtualThreads() {
        return VirtualThreads.canBeCarried();
    }

    // Time, randomness and parking

    @Override
    public RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    @Override
    public void park(Object blocker) {
        Objects.requireNonNull(blocker, "blocker");
        LockSupport.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        Objects.requireNonNull(blocker, "blocker");
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public void unpark(Thread thread) {
        Objects.requireNonNull(thread, "thread");
        // Where the thread has a permit the JDK only reads that, which a store before might pass.
        VarHandle.fullFence();
        LockSupport.unpark(thread);
    }

    // Workers

    @Override
    public @Nullable Worker currentWorker() {
        return WorkerThread.workerOf(VirtualThreads.carrierOrCurrent(), this);
    }

    @Override
    protected Scheduler scheduler() {
        return this;
    }

    @Override
    protected Optional<Thread> runnerOf(SerialStrand strand) {
        for (int i = 0; i < table.count(); i++) {
            Worker worker = worker(i);
            if (worker.current() == strand) {
                return Optional.ofNullable(worker.thread());
            }
        }
        return Optional.empty();
    }

    public Worker worker(int number) {
        return table.get(number);
    }

    @Override
    protected void wakeThief() {
        dispatch.wakeThief();
    }

    @Override
    protected void recover() {
        dispatch.recover();
    }

    @Override
    protected void wakeMonitor() {
        monitor.wakeIfAsleep();
    }

    @Override
    protected void threadEnds(Worker worker) {
        shutdown.rescueIfDrained(worker);
    }

    @Override
    public void uncaught(Throwable thrown) {
        try {
            options.uncaughtExceptionHandler().uncaughtException(Thread.currentThread(), thrown);
        } catch (Throwable second) {
            reportBoth(thrown, second);
        }
    }

    /**
     * Where the handler ran out of memory its caller may, too, and the log. Nothing is left to be told then, and the callers of
     * {@link #uncaught} go on: a worker or the monitor that died of this would take its strands or all timers along.
     */
    private void reportBoth(Throwable thrown, Throwable second) {
        try {
            failures.handlerFailed(thrown, second);
        } catch (Throwable noMemory) {
            return;
        }
    }

    /** Logs how many failures were held back, at the end. */
    void endFailureLog() {
        failures.end();
    }

    /** Returns a thread for the monitor, which isn't started. Called while this scheduler is made. */
    protected Thread newMonitorThread(Runnable monitor, String name) {
        var thread = new Thread(null, monitor, name, 0, false);
        thread.setDaemon(options.daemon());
        return thread;
    }

    public Dispatch dispatch() {
        return dispatch;
    }

    public Monitor monitor() {
        return monitor;
    }

    @Override
    public boolean isOpen() {
        return shutdown.isOpen();
    }

    @Override
    public boolean isTerminated() {
        return shutdown.isTerminated();
    }

    @Override
    public int workers() {
        return options.workers();
    }

    @Override
    public SchedulerStats stats() {
        return new SchedulerStats(table.stats(), monitor.starvationEvents(), monitor.longTasks(), spares.blocked());
    }

    @Override
    public TimeDistribution taskTimes() {
        timesDemand.ask(nanoTime());
        return table.taskTimes();
    }

    // The end

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        refuseOwnThreads("awaitTermination()");
        if (timeout.isPositive() && isTellingCaller()) {
            throw new IllegalStateException("awaitTermination() was called by code that "
                    + Thread.currentThread().getName() + " tells what was abandoned: it would wait for itself");
        }
        return shutdown.awaitClosed(Durations.delayNanos(timeout));
    }

    @Override
    public boolean isTellingCaller() {
        return shutdown.isTelling();
    }

    private void refuseOwnThreads(String method) {
        if (currentWorker() != null || monitor.isCurrent()) {
            throw new IllegalStateException(method + " was called from "
                    + VirtualThreads.carrierOrCurrent().getName()
                    + ", which would wait for itself; call it from a thread that isn't one of this scheduler's");
        }
    }

    @Override
    public SchedulerCloseReport close(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        refuseOwnThreads("close()");
        return shutdown.close(Durations.delayNanos(timeout));
    }

    @Override
    public void close() {
        SchedulerCloseReport report = close(DEFAULT_CLOSE_TIMEOUT);
        if (!report.isComplete()) {
            Log.warning("scheduler " + options.name() + " closed with work left: " + report);
        }
    }

    @Override
    public String toString() {
        return "Scheduler[" + options.name() + ", " + options.workers() + " workers]";
    }
}
