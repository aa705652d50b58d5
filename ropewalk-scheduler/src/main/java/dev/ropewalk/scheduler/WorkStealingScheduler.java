package dev.ropewalk.scheduler;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.CarriedThread.ChildContinuation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler on real threads: it owns the workers and decides where work is queued and who is woken. What a worker does
 * with its queues is in {@link Worker}, what it takes from others in {@link Thief}, what happens by the clock in {@link
 * Monitor}, and the end in {@link Closing}.
 *
 * <p>Where a strand goes when it has work: with a home, to its home worker, through the deque if that is the calling
 * worker and through the inbox if not; without, to the calling worker or to one chosen by the calling thread.
 *
 * <p>Whom that wakes: the home worker if it is parked. If it is busy the work waits, which is what affinity means, and the
 * home itself or the monitor calls a thief when the wait gets longer than a move would cost. For work without a home a thief
 * is called at once, unless it is the only thing that waits at the calling worker: that will run it next.
 */
final class WorkStealingScheduler extends StrandHost implements Scheduler {
    private static final Logger LOGGER = System.getLogger("dev.ropewalk.scheduler");
    private static final int MAX_HANDED_OVER = 4096;
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final SchedulerOptions options;
    private final Caches caches;
    private final AtomicReferenceArray<@Nullable Worker> workers;
    private final Sleepers sleepers;
    private final Spares spares;
    private final Monitor monitor;
    private final Closing closing;
    private final Homes homes;
    private volatile int workerCount;

    /** Makes a scheduler whose workers have no threads yet. */
    WorkStealingScheduler(SchedulerOptions options, CpuTopology topology) {
        this.options = options;
        this.caches = new Caches(topology);
        this.homes = new Homes(options.workers());
        int most = options.workers() + options.maxSpareWorkers();
        this.workers = new AtomicReferenceArray<>(most);
        this.sleepers = new Sleepers(most, options.workers());
        this.spares = new Spares(this, options.maxSpareWorkers());
        this.monitor = new Monitor(this, options);
        this.closing = new Closing(this);
        for (int i = 0; i < options.workers(); i++) {
            workers.set(i, new Worker(this, options, i));
        }
        workerCount = options.workers();
    }

    static WorkStealingScheduler start(SchedulerOptions options, CpuTopology topology) {
        var scheduler = new WorkStealingScheduler(options, topology);
        for (int i = 0; i < options.workers(); i++) {
            Worker worker = scheduler.worker(i);
            scheduler.startThread(worker, options.pinWorkers() ? PinnedLoop.of(worker, topology) : worker::loop);
        }
        scheduler.monitor.start();
        return scheduler;
    }

    // Submitting

    @Override
    public Strand newStrand(Placement placement) {
        Objects.requireNonNull(placement, "placement");
        SerialStrand.Kind kind = SerialStrand.Kind.of(placement);
        return new SerialStrand(this, kind, kind == SerialStrand.Kind.FREE ? null : worker(homes.next(kind)));
    }

    @Override
    public Strand newStrand(Placement placement, int worker) {
        if (placement == Placement.FREE) {
            throw new IllegalArgumentException("a FREE strand has no home, so it can't be worker " + worker);
        }
        if (worker < 0 || worker >= options.workers()) {
            throw new IllegalArgumentException("no worker " + worker + ": there are " + options.workers());
        }
        return new SerialStrand(this, SerialStrand.Kind.of(placement), worker(worker));
    }

    /** Returns a strand for a virtual thread's continuations; it accepts them even when this scheduler is closed. */
    SerialStrand newVirtualThreadStrand() {
        SerialStrand.Kind kind = SerialStrand.Kind.VIRTUAL_THREAD;
        return new SerialStrand(this, kind, worker(homes.next(kind)));
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        refuseIfClosed();
        Worker self = currentWorker();
        if (self != null) {
            pushFree(self, task);
        } else {
            putFree(new PlainTask(task));
        }
    }

    /** Queues a view's task that was accepted while this scheduler was open; the worker is the calling one, if any. */
    void execute(@Nullable Worker self, ViewTask task) {
        if (self != null) {
            pushFree(self, task);
        } else {
            putFree(task);
        }
    }

    /** Queues the continuation of a virtual thread without a strand, even when this scheduler is closed. */
    void execute(ChildContinuation continuation) {
        Worker self = currentWorker();
        if (self != null && Thread.currentThread().isVirtual()) {
            pushFree(self, continuation);
        } else if (self != null && self.hasHomes()) {
            self.inbox.put(continuation);
            wakeFor(self, true);
        } else {
            putFree(continuation);
        }
    }

    /** Queues a strand that its worker has left behind everything that waits there. */
    void enqueueLast(SerialStrand strand) {
        Worker home = strand.home();
        if (home != null && home == currentWorker()) {
            home.inbox.put(strand);
            monitor.wakeIfAsleep();
        } else {
            enqueue(strand);
        }
    }

    /** Queues a strand that has become ready, or that its worker has left with tasks in it. */
    @Override
    void enqueue(SerialStrand strand) {
        Worker home = strand.home();
        Worker self = currentWorker();
        if (home == null) {
            if (self != null) {
                pushFree(self, strand);
            } else {
                putFree(strand);
            }
        } else if (strand.kind() == SerialStrand.Kind.PINNED) {
            home.pinned.put(strand);
            if (home != self && !home.idling.wake()) {
                monitor.wakeIfAsleep();
            }
            closing.rescueIfDrained(home);
        } else if (home == self) {
            self.deque.push(strand);
            monitor.wakeIfAsleep();
        } else {
            home.inbox.put(strand);
            wakeFor(home, home.signs.isHeldUp());
        }
    }

    /**
     * A push is no atomic operation, so a worker that lies down at this very moment may be missed. The monitor is awake then
     * and calls it, as it does for a single item that waits behind a long task.
     */
    private void pushFree(Worker self, Object item) {
        self.deque.push(item);
        if (!sleepers.isEmpty()) {
            VarHandle.fullFence();
            if (self.deque.size() > 1) {
                wakeThief();
            }
        }
        monitor.wakeIfAsleep();
    }

    private void putFree(QueueNode node) {
        int hash = Long.hashCode(Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L) & Integer.MAX_VALUE;
        Worker chosen = worker(hash % options.workers());
        chosen.inbox.put(node);
        wakeFor(chosen, true);
    }

    private void wakeFor(Worker chosen, boolean others) {
        if (!chosen.idling.wake()) {
            if (others) {
                wakeThief();
            }
            monitor.wakeIfAsleep();
        }
        closing.rescueIfDrained(chosen);
    }

    /**
     * Wakes one parked worker to look for work in the others' queues, unless one is looking already. When it found nobody to
     * wake it looks again, for a worker that parked while the permit was out has relied on this search.
     */
    void wakeThief() {
        while (anyParked() && sleepers.tryFirstSearch()) {
            for (int i = sleepers.next(0); i >= 0; i = sleepers.next(i + 1)) {
                if (worker(i).idling.wakeToSearch()) {
                    return;
                }
            }
            sleepers.endSearch();
        }
    }

    private boolean anyParked() {
        for (int i = sleepers.next(0); i >= 0; i = sleepers.next(i + 1)) {
            if (worker(i).idling.isParked()) {
                return true;
            }
        }
        return false;
    }

    /** Moves work from a worker that can't come to it to one that is busy, in whose rounds it will have its turn. */
    void handOver(Worker from, Worker to) {
        for (int i = 0; i < MAX_HANDED_OVER; i++) {
            Object item = from.takeAnything();
            if (item == null) {
                break;
            }
            to.inbox.put(item instanceof QueueNode node ? node : new PlainTask((Runnable) item));
        }
        wakeFor(to, false);
    }

    /** Wakes a spare worker that sleeps although there are too many, so that it retires. */
    void retireSpare() {
        for (int i = options.workers(); i < workerCount; i++) {
            if (worker(i).signs.isAtWork() && worker(i).idling.wake()) {
                return;
            }
        }
    }

    @Override
    void refuseIfClosed() {
        if (!closing.isOpen()) {
            throw new RejectedExecutionException("scheduler " + options.name() + " is closed");
        }
    }

    // Timers and blocking

    @Override
    public Timer schedule(Strand strand, Runnable task, Duration delay) {
        Objects.requireNonNull(delay, "delay");
        return monitor.arm(own(strand), task, Durations.saturatedNanos(delay), 0);
    }

    @Override
    public Timer scheduleAtFixedRate(Strand strand, Runnable task, Duration initialDelay, Duration period) {
        Objects.requireNonNull(initialDelay, "initialDelay");
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("period must be above zero, not " + period);
        }
        return monitor.arm(own(strand), task, Durations.saturatedNanos(initialDelay), Durations.saturatedNanos(period));
    }

    private Strand own(Strand strand) {
        if (strand.scheduler() != this) {
            throw new IllegalArgumentException(strand + " belongs to another scheduler than " + options.name());
        }
        return strand;
    }

    @Override
    public <T> T blocking(Callable<T> call) throws Exception {
        Objects.requireNonNull(call, "call");
        Worker blocked = beginBlocking();
        try {
            return call.call();
        } finally {
            endBlocking(blocked);
        }
    }

    /** Says that the calling thread may block. Returns what to give to {@link #endBlocking}: null unless that is a worker. */
    @Nullable
    Worker beginBlocking() {
        Worker self = currentWorker();
        if (self == null || self.signs.isBlocked() || Thread.currentThread().isVirtual()) {
            return null;
        }
        self.signs.setBlocked(true);
        spares.replaceBlocked();
        return self;
    }

    void endBlocking(@Nullable Worker blocked) {
        if (blocked != null) {
            spares.blockedReturns();
            blocked.signs.setBlocked(false);
        }
    }

    // Views

    @Override
    public ScheduledExecutorService asExecutorService() {
        return new ExecutorView(this);
    }

    @Override
    public ThreadFactory threadFactory() {
        return VirtualThreads.factory(this);
    }

    @Override
    public boolean carriesVirtualThreads() {
        return VirtualThreads.canBeCarried();
    }

    // Time, randomness and parking

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    @Override
    public void park(Object blocker) {
        LockSupport.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    // Workers

    @Override
    @Nullable
    Worker currentWorker() {
        return WorkerThread.workerOf(VirtualThreads.carrierOrCurrent(), this);
    }

    @Override
    Scheduler scheduler() {
        return this;
    }

    Worker worker(int id) {
        return Objects.requireNonNull(workers.get(id));
    }

    /** Returns how many workers there have been at once, spare ones included. */
    int workerCount() {
        return workerCount;
    }

    /** Makes a spare worker; the caller holds the lock of {@link Spares}. */
    Worker addWorker(int spare) {
        int id = options.workers() + spare;
        var worker = new Worker(this, options, id);
        workers.set(id, worker);
        workerCount = id + 1;
        return worker;
    }

    void startThread(Worker worker, Runnable body) {
        String kind = worker.isSpare() ? "-spare-" : "-worker-";
        Runnable untilTheEnd = () -> {
            body.run();
            closing.rescueIfDrained(worker);
        };
        var thread = new WorkerThread(this, worker, options.name() + kind + worker.id(), untilTheEnd);
        worker.setThread(thread);
        thread.start();
    }

    void uncaught(Throwable thrown) {
        try {
            options.uncaughtExceptionHandler().uncaughtException(Thread.currentThread(), thrown);
        } catch (Throwable second) {
            LOGGER.log(Level.ERROR, "the handler of uncaught exceptions failed", second);
        }
    }

    String name() {
        return options.name();
    }

    Caches caches() {
        return caches;
    }

    Sleepers sleepers() {
        return sleepers;
    }

    Spares spares() {
        return spares;
    }

    Monitor monitor() {
        return monitor;
    }

    boolean isOpen() {
        return closing.isOpen();
    }

    boolean isTerminated() {
        return closing.isTerminated();
    }

    boolean isOpenOrClosing() {
        return !closing.isTerminated();
    }

    @Override
    public int workers() {
        return options.workers();
    }

    @Override
    public SchedulerStats stats() {
        List<WorkerStats> each = new ArrayList<>();
        for (int i = 0; i < workerCount; i++) {
            each.add(worker(i).snapshot());
        }
        return new SchedulerStats(each, monitor.starvationEvents(), spares.blocked());
    }

    // The end

    @Override
    public CloseReport close(Duration timeout) {
        if (currentWorker() != null) {
            throw new IllegalStateException("close() was called from "
                    + VirtualThreads.carrierOrCurrent().getName()
                    + ", which would wait for itself; call it from a thread that isn't a worker of this scheduler");
        }
        return closing.close(Durations.saturatedNanos(timeout));
    }

    @Override
    public void close() {
        CloseReport report = close(DEFAULT_CLOSE_TIMEOUT);
        if (!report.isComplete()) {
            LOGGER.log(Level.WARNING, "scheduler {0} closed with work left: {1}", options.name(), report);
        }
    }

    @Override
    public String toString() {
        return "Scheduler[" + options.name() + ", " + options.workers() + " workers]";
    }

    /** A task from outside the workers. */
    private static final class PlainTask extends QueueNode {
        private final Runnable task;

        PlainTask(Runnable task) {
            this.task = task;
        }

        @Override
        Object item() {
            return task;
        }
    }
}
