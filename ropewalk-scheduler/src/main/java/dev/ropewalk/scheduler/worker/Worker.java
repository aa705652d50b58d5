package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.WorkerStats;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.scheduler.strand.CarriedThread;
import dev.ropewalk.scheduler.strand.Home;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.TaskRunner;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One worker: its queues, and the loop that takes work from them.
 *
 * <p>Where work comes from, in this order: the deque (its own work, newest first), the inbox (work from elsewhere, oldest
 * first), the queue of strands pinned here, and then other workers ({@link Thief}).
 *
 * <p>Newest first keeps caches warm and would starve the oldest. So after every few tasks the worker <em>looks</em> at the
 * clock, and when its last round is {@code maxWait} ago and something waits, it makes a {@link FairRound}: everything that
 * waits gets a short turn, oldest first. The strand that it was running stays its warmest and goes on afterwards; meanwhile
 * it stands {@code aside}, where a thief finds it should the round get stuck. How many tasks pass between two looks follows
 * from how long they take; when they suddenly take longer the {@code Monitor} asks for a look.
 *
 * <p>Who writes what: all fields belong to the worker's thread, but for {@code aside}, which is emptied by an atomic exchange
 * by whoever takes the strand. What others may know or set is in {@link WorkerSigns}.
 */
public final class Worker extends Home implements TaskRunner, Runnable {
    private static final VarHandle ASIDE = VarHandles.of(MethodHandles.lookup(), "aside", SerialStrand.class);
    private static final int MOST_COUNTED = 1024;
    private static final int MAX_TASKS_BETWEEN_LOOKS = 128;
    private static final int MOST_COMEBACKS = 8;
    private static final int WAKES_SPARED = 1024;
    private static final long PAUSE_AFTER_FAILURE_NANOS = 1_000_000;
    private static final long LOOK_TOO_SOON_NANOS = 5_000;
    private static final long LOOK_TOO_LATE_NANOS = 20_000;

    public final WorkDeque deque = new WorkDeque();
    public final Inbox inbox = new Inbox();
    public final Inbox pinned = new Inbox();
    public final WorkerSigns signs;
    public final Idling idling;

    private final WorkerHost host;
    private final SchedulerOptions options;
    private final boolean newestFirst;
    private final Thief thief;
    private final FairRound round;
    private final WaitWatch dequeWatch = new WaitWatch();
    private final WaitWatch inboxWatch = new WaitWatch();

    private volatile @Nullable Thread thread;
    private volatile @Nullable SerialStrand aside;

    private @Nullable SerialStrand warmest;
    private long warmestUntil;
    private long lastLook;
    private long roundDue;
    private int interval = 1;
    private int ticks = 1;
    private int wakesSpared;
    private byte talk;
    private int comebacks;
    private boolean inRound;
    private boolean handedOver;

    public Worker(WorkerHost host, SchedulerOptions options, int id) {
        super(id, id >= options.workers());
        this.host = host;
        this.options = options;
        this.newestFirst = options.newestFirst();
        this.signs = new WorkerSigns(!isSpare());
        this.thief = new Thief(host, this);
        this.idling = new Idling(host, this, thief, options.spinNanos());
        this.round = new FairRound(this, options);
    }

    /** Runs until the scheduler ends, or, for a spare worker, until it is no longer needed. */
    @Override
    public void run() {
        long now = host.nanoTime();
        lastLook = now;
        roundDue = now + options.maxWaitNanos();
        do {
            try {
                runUntilLook();
            } catch (Throwable thrown) {
                goOnAfter(thrown);
            }
        } while (!mustRetire());
    }

    /** Nothing that users wrote comes here, but a lack of memory may, wherever it strikes. The worker goes on without haste. */
    private void goOnAfter(Throwable thrown) {
        current = null;
        carried = null;
        inRound = false;
        handedOver = false;
        host.uncaught(thrown);
        LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
    }

    /** Runs work until it is time to look at the clock, or there is none. */
    private void runUntilLook() {
        do {
            Object item = next();
            if (item == null) {
                signs.setBacklogged(false);
                signs.setStuck(false);
                recoverIfAsked();
                item = idling.awaitWork();
                if (item == null) {
                    return;
                }
            }
            take(item);
        } while (!isTimeToLook());
        if (look() && somethingWaits()) {
            makeRound();
        }
    }

    public void setThread(@Nullable Thread value) {
        thread = value;
    }

    private boolean mustRetire() {
        return host.isTerminated() || (isSpare() && host.spares.tryRetire(this));
    }

    /** Takes the next item from the own queues. */
    public @Nullable Object next() {
        Object item = newestFirst && !(comebacks >= MOST_COMEBACKS && endTalk()) ? deque.pop() : deque.pollOldest();
        if (item == null) {
            item = inbox.poll();
            if (item == null) {
                item = pinned.poll();
            }
        }
        return item;
    }

    /**
     * Strands that answer each other at once would let nobody else run until the next fair round. So when strands have come
     * back a few times, the oldest one has its turn. Tasks without a strand don't talk; to run their oldest first would spread
     * a recursion.
     */
    private boolean endTalk() {
        comebacks = 0;
        talk++;
        if (deque.size() <= 1) {
            return false;
        }
        Object oldest = deque.peekAt(deque.headIndex());
        return oldest instanceof SerialStrand || oldest instanceof CarriedThread;
    }

    /** Runs what was taken from a queue, and queues a strand again that isn't done. */
    void take(Object item) {
        stats.run();
        if (item instanceof SerialStrand strand) {
            run(strand);
        } else if (item instanceof CarriedThread thread) {
            carry(thread);
        } else {
            runTask((Runnable) item);
        }
    }

    private void run(SerialStrand strand) {
        if (strand.arrive(this, options.stealsToRehome())) {
            stats.homeHit();
        }
        if (strand.comesBack(talk)) {
            comebacks++;
        }
        SerialStrand outer = current;
        current = strand;
        boolean idle = strand.run(this);
        current = outer;
        if (idle) {
            return;
        }
        if (handedOver) {
            handedOver = false;
        } else {
            host.enqueue(strand);
        }
    }

    /** Runs a virtual thread until it unmounts. From then on it may run elsewhere, so that nothing is noted of it here. */
    private void carry(CarriedThread thread) {
        if (thread.arrive(this)) {
            stats.homeHit();
        }
        if (thread.comesBack(talk)) {
            comebacks++;
        }
        SerialStrand outer = current;
        current = null;
        carried = thread;
        runTask(thread);
        carried = null;
        current = outer;
    }

    @Override
    public void runTask(Runnable task) {
        stats.task();
        try {
            task.run();
        } catch (Throwable thrown) {
            host.uncaught(thrown);
        }
        if (Thread.currentThread().isInterrupted()) {
            clearInterrupt();
        }
    }

    @Override
    public void handle(Consumer<Object> handler, Object message) {
        stats.task();
        try {
            handler.accept(message);
        } catch (Throwable thrown) {
            host.uncaught(thrown);
        }
        if (Thread.currentThread().isInterrupted()) {
            clearInterrupt();
        }
    }

    /** An interrupt is for the task that was running: left on, it would hit the next one, or keep this worker from parking. */
    public static void clearInterrupt() {
        boolean ignored = Thread.interrupted();
    }

    @Override
    public boolean isTimeToLook() {
        return --ticks <= 0 || signs.isLookWanted();
    }

    @Override
    public boolean mustLeave(SerialStrand strand) {
        if (inRound) {
            return true;
        }
        boolean due = look();
        if (host.isTerminated()) {
            return true;
        }
        if (!due || !somethingWaits()) {
            return false;
        }
        if (strand != warmest) {
            warmest = strand;
            warmestUntil = lastLook + options.timeBudgetNanos();
        } else if (lastLook - warmestUntil >= 0) {
            warmest = null;
            ticks = 0;
            return true;
        }
        if (strand.placement() == Placement.PINNED) {
            makeRound();
            return false;
        }
        setAside(strand);
        makeRound();
        handedOver = takeAside() == null;
        return handedOver;
    }

    /** Puts a strand where it is found by whoever takes it first: this worker, or a thief if this worker is held up. */
    void setAside(SerialStrand strand) {
        aside = strand;
    }

    /** Takes the strand that stands aside, if any; the winner of a race gets it. */
    public @Nullable SerialStrand takeAside() {
        return aside == null ? null : (SerialStrand) ASIDE.getAndSet(this, (SerialStrand) null);
    }

    /** Takes the oldest thing that any thread may take from here, or returns null. */
    public @Nullable Object takeAnything() {
        Object item = deque.poll();
        if (item == null) {
            item = inbox.poll();
        }
        return item != null ? item : takeAside();
    }

    /** Reads the clock and what follows from it; returns whether a round is due if something waits. */
    private boolean look() {
        long now = host.nanoTime();
        long passed = now - lastLook;
        lastLook = now;
        if (passed < LOOK_TOO_SOON_NANOS) {
            interval = Math.min(MAX_TASKS_BETWEEN_LOOKS, interval * 2);
        } else if (passed > LOOK_TOO_LATE_NANOS) {
            interval = (int) Math.max(1, interval * LOOK_TOO_LATE_NANOS / passed);
        }
        ticks = interval;
        signs.setStuck(false);
        signs.setLookWanted(false);
        recoverIfAsked();
        noteWaits(now);
        return now - roundDue >= 0;
    }

    private void recoverIfAsked() {
        if (host.mishaps.any) {
            host.recover();
        }
    }

    private void noteWaits(long now) {
        long waited = Math.max(
                dequeWatch.waited(deque.headIndex(), !deque.isEmpty(), now),
                inboxWatch.waited(inbox.taken(), !inbox.isEmpty(), now));
        stats.waited(waited);
        if (waited >= options.stealPriceNanos() && waited > 0) {
            signs.setBacklogged(true);
            host.wakeThief();
        }
    }

    private boolean somethingWaits() {
        if (!deque.isEmpty() || !inbox.isEmpty() || !pinned.isEmpty()) {
            return true;
        }
        roundDue = lastLook + options.maxWaitNanos();
        warmest = null;
        signs.setBacklogged(false);
        return false;
    }

    private void makeRound() {
        inRound = true;
        stats.round();
        roundDue = round.make(lastLook);
        inRound = false;
        lastLook = host.nanoTime();
        ticks = interval;
    }

    /** Lets an item run for a number of tasks within a round. */
    void giveTurn(Object item, int tasks) {
        ticks = tasks;
        take(item);
    }

    int lastCpu() {
        return thief.lastCpu();
    }

    /**
     * Returns whether this worker, which has enough to do, should leave a strand to its home, which has nothing. If the strands
     * there only answer those of others, only now and then, to find out whether that has changed.
     */
    public boolean mayWake(Worker other) {
        return other.idling.isSelfSufficient() || (++wakesSpared & (WAKES_SPARED - 1)) == 0;
    }

    /** Returns whether something has come from elsewhere. */
    boolean hasArrivals() {
        return !inbox.isEmpty() || !pinned.isEmpty();
    }

    public boolean hasQueued() {
        return hasStealable() || !pinned.isEmpty();
    }

    public boolean hasStealable() {
        return !deque.isEmpty() || !inbox.isEmpty() || aside != null;
    }

    public boolean hasAside() {
        return aside != null;
    }

    /** Returns whether a thief may take the head of a queue without further ado; a guess, made without locking. */
    public boolean hasFreeHead() {
        Object item = deque.peekAt(deque.headIndex());
        return item == null ? !inbox.isEmpty() : Thief.isFree(item);
    }

    long now() {
        return host.nanoTime();
    }

    public @Nullable Thread thread() {
        return thread;
    }

    public WorkerStats snapshot() {
        long queued =
                (long) deque.size() + inbox.size(MOST_COUNTED) + pinned.size(MOST_COUNTED) + (aside == null ? 0 : 1);
        return stats.snapshot(id(), queued);
    }
}
