package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.executor.TaskRegistry;
import dev.ropewalk.scheduler.executor.ViewTask;
import dev.ropewalk.scheduler.queue.PlainTask;
import dev.ropewalk.scheduler.queue.QueueNode;
import dev.ropewalk.scheduler.strand.Mishaps;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.VirtualThreadTask;
import dev.ropewalk.scheduler.strand.VirtualThreadTask.ChildContinuation;
import dev.ropewalk.scheduler.worker.HomeAssigner;
import dev.ropewalk.scheduler.worker.Sleepers;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.scheduler.worker.WorkerHost;
import dev.ropewalk.scheduler.worker.WorkerTable;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides where work is queued and which worker is woken.
 *
 * <p>Where a strand goes when it has work: with a home, to its home worker, through the deque if that is the calling
 * worker and through the inbox if not; without, to the calling worker or to one chosen by the calling thread. A soft strand
 * gets its home when it first has work: the worker that runs it then if the work came from a worker, so that strands that
 * talk live together and no worker is woken; the next in turn if it came from outside.
 *
 * <p>Which worker that wakes: the home worker if it is parked. If it is busy the work waits, which is what affinity means,
 * and the home itself or the monitor calls a thief when the wait gets longer than a move would cost. But a strand that a
 * worker wakes may move to that worker instead, so that strands that talk come to live together: if the home has nothing to
 * do and is not worth waking, or not needed since nothing else waits here; or if work waits too long there and not here. No
 * worker is woken then. For work without a home a thief is called at once, unless it is the only thing that waits at the
 * calling worker: that will run it next.
 *
 * <p>A virtual thread has a home from the beginning, and moves as a soft strand does and more readily: to a worker that wakes
 * it twice in a row, even if its home has enough to do.
 */
public final class Dispatch {
    private static final int MAX_HANDED_OVER = 4096;

    private final WorkerHost host;
    private final WorkerTable table;
    private final Sleepers sleepers;
    private final HomeAssigner homeAssigner;
    private final Monitor monitor;
    private final Shutdown shutdown;
    private final Mishaps mishaps;

    Dispatch(WorkerHost host, HomeAssigner homeAssigner, Monitor monitor, Shutdown shutdown) {
        this.host = host;
        this.table = host.table;
        this.sleepers = host.sleepers;
        this.homeAssigner = homeAssigner;
        this.monitor = monitor;
        this.shutdown = shutdown;
        this.mishaps = host.mishaps;
    }

    /**
     * Enters a view's task in the view's registry and queues it; the worker is the calling one, if any. Both happens here,
     * since nothing that is entered may fail to be queued: behind the entry comes no call but in a place where its failure is
     * mended.
     *
     * @return whether it was entered; if not, it has ended
     */
    @SuppressWarnings("ReferenceEquality") // asks which node it is
    public boolean execute(
            @Nullable Worker self, ViewTask task, TaskRegistry registry, int hash, BooleanSupplier isOpen) {
        if (!registry.enter(task, hash, isOpen)) {
            return false;
        }
        try {
            if (self != null) {
                pushFree(self, task);
            } else {
                putFree(task);
            }
        } catch (Throwable failed) {
            // No call from here on: see Mishaps.
            try {
                synchronized (mishaps) {
                    task.next = mishaps.nodes;
                    mishaps.nodes = task;
                }
            } catch (Throwable noMonitor) {
                for (Mishaps.Place place = mishaps.places; place != null; place = place.other) {
                    place.last = task;
                    if (!place.taken) {
                        place.taken = true;
                        if (place.last == task) {
                            place.node = task;
                            break;
                        }
                    }
                }
            }
            mishaps.any = true;
        }
        return true;
    }

    /** Queues the continuation of a virtual thread without a strand, even when this scheduler is closed. */
    public void execute(ChildContinuation continuation) {
        Worker self = host.currentWorker();
        if (self != null && Thread.currentThread().isVirtual()) {
            pushFree(self, continuation);
        } else if (self != null && self.hasHomes()) {
            put(self, continuation, true);
        } else {
            putFree(continuation);
        }
    }

    /** Queues a virtual thread that can go on; the worker is the calling one, if any. */
    public void enqueue(VirtualThreadTask thread, @Nullable Worker self) {
        Worker home = (Worker) thread.home();
        boolean again = self != null && thread.noteWaker(self);
        if (self != null && (home == self || (self.hasHomes() && decideToFollow(self, home, again)))) {
            if (home != self) {
                thread.settle(self);
                self.countMove();
            }
            push(self, thread);
        } else {
            put(home, new PlainTask(thread), home.status.isHeldUp());
        }
    }

    /** Queues a virtual thread that yields at the calling worker: behind everything that waits there, if that is its home. */
    public void enqueueLast(VirtualThreadTask thread, Worker self) {
        if (thread.home() == self) {
            self.inbox.put(new PlainTask(thread));
            monitor.wakeIfAsleep();
        } else {
            enqueue(thread, self);
        }
    }

    /**
     * Decides whether a virtual thread moves to the worker that wakes it: as a strand does, and also if it is woken from there
     * again while its home is busy, for then the two exchange messages. If only the waker's queue is long, the other thread
     * moves.
     */
    private static boolean decideToFollow(Worker self, Worker home, boolean again) {
        if (again && !home.idling.isWaiting()) {
            return home.status.isBacklogged() || !self.status.isBacklogged();
        }
        return decideToMove(self, home);
    }

    /**
     * Queues a strand that has become ready, or that its worker has left with tasks in it; the worker is the calling one, if
     * any.
     */
    void enqueue(SerialStrand strand, @Nullable Worker self) {
        Worker home = (Worker) strand.home();
        if (home == null && self == null && strand.placement() == Placement.SOFT) {
            home = table.get(homeAssigner.nextSoft());
            strand.settle(home);
        }
        if (home == null) {
            if (self != null) {
                pushFree(self, strand);
            } else {
                putFree(strand);
            }
        } else if (strand.placement() == Placement.PINNED) {
            if (home == self) {
                pushPinned(home, strand);
            } else {
                putPinned(home, strand);
            }
        } else if (home == self) {
            push(self, strand);
        } else if (self != null && self.hasHomes() && decideToMove(self, home)) {
            strand.settle(self);
            self.countMove();
            push(self, strand);
        } else {
            put(home, strand, home.status.isHeldUp());
        }
    }

    /** Decides whether a strand moves to the worker that wakes it; may count a wake-up that is spared. */
    private static boolean decideToMove(Worker self, Worker home) {
        if (home.idling.isWaiting()) {
            return !self.hasQueued() || !self.idling.countAndCheckWake(home.idling);
        }
        return home.status.isBacklogged() && !self.status.isBacklogged();
    }

    // Each of the following queues something, or throws and does nothing; see Mishaps.

    void push(Worker self, Object item) {
        pushOrPut(self, item);
        try {
            monitor.wakeIfAsleep();
        } catch (Throwable noStack) {
            mishaps.any = true;
        }
    }

    /**
     * A push is no atomic operation, so a worker that lies down at this very moment may be missed. The monitor is awake then
     * and calls it, as it does for a single item that waits behind a long task.
     */
    void pushFree(Worker self, Object item) {
        pushOrPut(self, item);
        try {
            if (!sleepers.isEmpty()) {
                VarHandle.fullFence();
                if (self.deque.size() > 1) {
                    wakeThief();
                } else {
                    monitor.call();
                }
            }
            monitor.wakeIfAsleep();
        } catch (Throwable noStack) {
            mishaps.any = true;
        }
    }

    /** A deque may have to grow. An inbox needs no memory for what is a node by itself. */
    private static void pushOrPut(Worker self, Object item) {
        try {
            self.deque.push(item);
        } catch (OutOfMemoryError full) {
            if (!(item instanceof QueueNode node)) {
                throw full;
            }
            self.inbox.put(node);
        }
    }

    void putFree(QueueNode node) {
        int hash = Long.hashCode(Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L) & Integer.MAX_VALUE;
        put(table.get(hash % table.base()), node, true);
    }

    private void put(Worker target, QueueNode node, boolean others) {
        target.inbox.put(node);
        try {
            wakeFor(target, others);
        } catch (Throwable noStack) {
            mishaps.any = true;
        }
    }

    /** A deque may have to grow; the inbox needs no memory. */
    private void pushPinned(Worker self, SerialStrand strand) {
        try {
            self.pinnedDeque.push(strand);
        } catch (OutOfMemoryError full) {
            self.pinnedInbox.put(strand);
        }
        try {
            shutdown.rescueIfDrained(self);
        } catch (Throwable noStack) {
            mishaps.any = true;
        }
    }

    private void putPinned(Worker home, SerialStrand strand) {
        home.pinnedInbox.put(strand);
        try {
            if (!home.idling.wake()) {
                monitor.wakeIfAsleep();
            }
            shutdown.rescueIfDrained(home);
        } catch (Throwable noStack) {
            mishaps.any = true;
        }
    }

    private void wakeFor(Worker chosen, boolean others) {
        if (!chosen.idling.wake()) {
            if (others) {
                wakeThief();
            }
            monitor.wakeIfAsleep();
        }
        shutdown.rescueIfDrained(chosen);
    }

    /**
     * Wakes one parked worker to look for work in the others' queues, unless one is looking already. When it has found none to
     * wake it looks again, for a worker that parked while the permit was out has relied on this search.
     */
    public void wakeThief() {
        while (anyParked() && sleepers.tryFirstSearch()) {
            try {
                for (int i = sleepers.next(0); i >= 0; i = sleepers.next(i + 1)) {
                    if (table.get(i).idling.wakeToSearch()) {
                        return;
                    }
                }
                sleepers.endSearch();
            } catch (Throwable noStack) {
                mishaps.permit = true;
                mishaps.any = true;
                return;
            }
        }
    }

    private boolean anyParked() {
        for (int i = sleepers.next(0); i >= 0; i = sleepers.next(i + 1)) {
            if (table.get(i).idling.isParked()) {
                return true;
            }
        }
        return false;
    }

    /** Moves work from a worker that can't come to it to one that is busy, in whose rounds it will have its turn. */
    public void handOver(Worker from, Worker to) {
        host.spares.whileAtWork(to, () -> moveAll(from, to));
        wakeFor(to, false);
    }

    /** Has a node at hand before it takes anything that needs one, should memory run out. */
    private static void moveAll(Worker from, Worker to) {
        var carrier = new PlainTask(null);
        for (int i = 0; i < MAX_HANDED_OVER; i++) {
            Object item = from.takeAnything();
            if (item == null) {
                return;
            }
            if (item instanceof QueueNode node) {
                to.inbox.put(node);
            } else {
                to.inbox.put(carrier.holding((Runnable) item));
                carrier = new PlainTask(null);
            }
        }
    }

    /** Finishes what others had no stack or memory for. For threads near the bottom of their stacks. */
    public void recover() {
        QueueNode nodes;
        VirtualThreadTask threads;
        boolean permit;
        synchronized (mishaps) {
            mishaps.any = false;
            nodes = mishaps.takeLocked();
            threads = mishaps.threads;
            mishaps.threads = null;
            permit = mishaps.permit;
            mishaps.permit = false;
        }
        if (permit) {
            sleepers.endSearch();
        }
        while (nodes != null) {
            QueueNode node = nodes;
            nodes = node.next;
            if (node instanceof SerialStrand strand) {
                enqueue(strand, null);
            } else {
                putFree(node);
            }
        }
        while (threads != null) {
            threads = threads.nextAfterEnqueuing();
        }
        boolean late = host.currentWorker() == null;
        for (int i = 0; i < table.count(); i++) {
            Worker worker = table.get(i);
            worker.idling.wake();
            LockSupport.unpark(worker.thread());
            if (late && worker.hasQueued()) {
                rescue(worker);
            }
        }
        monitor.wakeIfAsleep();
        mishaps.replenish();
    }

    /** Has the queues emptied, as the thread that put something there should have: it may have had no stack to do so. */
    private void rescue(Worker worker) {
        try {
            shutdown.rescueIfDrained(worker);
        } catch (Throwable noMemory) {
            mishaps.any = true;
        }
    }

    /** Wakes a spare worker that sleeps although there are too many, so that it retires. */
    void retireSpare() {
        for (int i = table.base(); i < table.count(); i++) {
            if (table.get(i).status.isAtWork() && table.get(i).idling.wake()) {
                return;
            }
        }
    }
}
