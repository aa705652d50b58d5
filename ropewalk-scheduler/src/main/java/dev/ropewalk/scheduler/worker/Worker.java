package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.SoftTask;
import dev.ropewalk.scheduler.WorkerStats;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.scheduler.strand.Home;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.TaskRunner;
import dev.ropewalk.scheduler.strand.VirtualThreadTask;
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
 * first), the same two for strands that are pinned here, and then other workers ({@link Thief}).
 *
 * <p>Newest first keeps caches warm and would starve the oldest. So after every few tasks the worker <em>looks</em> at the
 * clock. When its last round is {@code maxWait} ago and something waits, it makes a {@link FairRound}: everything that waits
 * gets a short turn, oldest first. How many tasks pass between two looks follows from how long they take. When tasks suddenly
 * take longer, the {@code Monitor} asks for a look.
 *
 * <p>A look may come in the middle of a strand. The round then runs <em>inside</em> the turn of that strand, so that the strand
 * stays the warmest and goes on afterwards:
 *
 * <pre>
 *   run()                                     current        parkedStrand
 *     take(A) -> A.run(worker)                A              -
 *       runTask(a1), runTask(a2), ...
 *       tickAndCheck()                        time for a look
 *       yieldOrRunRound(A)                    a round is due
 *         parkStrand(A)                       A              A
 *         makeRound()
 *           take(B) -> B.run(worker)          B              A     &lt;- a thief takes A if this worker
 *             runTask(b1)                                             is held up in the round
 *             tickAndCheck()                  the turn of B is over
 *             yieldOrRunRound(B) == true      inRound: no round within a round
 *           enqueue(B)                        A              A
 *           take(C) -> ...
 *         takeParkedStrand() == A             A              -     no thief took it: A goes on with a3
 *         takeParkedStrand() == null          A              -     a thief has it: A.run returns, handedOver
 *     handedOver? then A isn't queued again
 * </pre>
 *
 * <p>A pinned strand can't be taken by a thief, so it isn't parked: its round is made and it goes on. A strand that has been
 * the warmest for its {@code timeBudget} goes back to the queue, and the round is made after its turn.
 *
 * <p>Strands that answer each other at once would keep the deque's newest end for themselves. A <em>LIFO streak</em> is a
 * number for the time since the oldest strand had its turn: when strands of the same streak have come back a few times, the
 * oldest one is next, and the next streak begins. The parties of {@linkplain SoftTask soft tasks} count as strands there.
 *
 * <p>Writers: all fields belong to the worker's own thread, but for {@code parkedStrand}, which a thief may empty by an atomic
 * exchange. What other threads may know or set is in {@link WorkerStatus}.
 */
public final class Worker extends Home implements TaskRunner, Runnable {
    private static final VarHandle PARKED_STRAND =
            VarHandles.of(MethodHandles.lookup(), "parkedStrand", SerialStrand.class);

    /** Up to how many entries of a queue are counted for the statistics. */
    private static final int MAX_COUNTED = 1024;

    /** How often strands may come back in one LIFO streak before the oldest one has its turn. */
    private static final int MAX_RETURNS_IN_STREAK = 8;

    private static final long PAUSE_AFTER_FAILURE_NANOS = 1_000_000;

    /** What this worker has queued itself and others may steal. */
    public final WorkDeque deque = new WorkDeque();

    /** What came from other threads. */
    public final Inbox inbox = new Inbox();

    /** The strands that are pinned here and that this worker has queued itself; no thief looks there. */
    public final WorkDeque pinnedDeque = new WorkDeque();

    /** The strands that are pinned here and that other threads have queued. */
    public final Inbox pinnedInbox = new Inbox();

    /** What other threads may know of this worker, and may ask of it. */
    public final WorkerStatus status;

    /** What runs its tasks. */
    public final TaskRunners runners;

    /** How this worker waits for work and is woken. */
    public final Idling idling;

    private final WorkerHost host;
    private final SchedulerOptions options;

    /** Whether the own work is taken newest first; an option. */
    private final boolean newestFirst;

    private final Thief thief;
    private final FairRound round;
    private final LookInterval interval = new LookInterval();

    /** How long the oldest entry of the deque has waited, as seen at looks. */
    private final HeadAge dequeAge = new HeadAge();

    /** How long the oldest entry of the inbox has waited, as seen at looks. */
    private final HeadAge inboxAge = new HeadAge();

    /** The thread that runs this worker; null before the first and after the last, when a spare worker has none. */
    private volatile @Nullable Thread thread;

    /** The strand whose turn a round has interrupted. This worker goes on with it, unless a thief takes it first. */
    private volatile @Nullable SerialStrand parkedStrand;

    /** The strand inside whose turn the last round was made; it has gone on since then. */
    private @Nullable SerialStrand warmest;

    /** Until when the warmest strand may stay. */
    private long warmestUntil;

    /** The time of the last look at the clock. */
    private long lastLook;

    /** From when on a round is made if something waits. */
    private long roundDue;

    /** How many tasks are left until the next look, or until the end of a turn in a round. */
    private int ticks = 1;

    /** The number of the LIFO streak, which strands remember; it wraps around. */
    private byte lifoStreak;

    /** Which parties of soft tasks have run in this streak. */
    private final StreakMarks streakMarks = new StreakMarks();

    /** How often strands have come back in this streak. */
    private int returnsInStreak;

    /** Whether a round is being made, inside the turn of a strand or between two. */
    private boolean inRound;

    /** Whether a thief has taken the strand whose turn ends now, so that this worker must not queue it again. */
    private boolean handedOver;

    public Worker(WorkerHost host, SchedulerOptions options, int id) {
        super(id, id >= options.workers());
        this.host = host;
        this.options = options;
        this.newestFirst = options.newestFirst();
        this.status = new WorkerStatus(!isSpare());
        this.runners = new TaskRunners(this, host, options.name(), host.timesDemand, id);
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
        } while (!tryRetire());
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
                warmest = null; // a parked worker keeps no strand, which may keep much else, from being collected
                status.setBacklogged(false);
                status.setStuck(false);
                recoverIfAsked();
                item = idling.awaitWork();
                if (item == null) {
                    return;
                }
            }
            take(item);
        } while (!tickAndCheck());
        if (look() && lookForWaiting()) {
            makeRound();
        }
    }

    public void setThread(@Nullable Thread value) {
        thread = value;
    }

    private boolean tryRetire() {
        return host.isTerminated() || (isSpare() && host.spares.tryRetire(this));
    }

    /** Takes the next item from the own queues. */
    public @Nullable Object next() {
        boolean newest = newestFirst && !(returnsInStreak >= MAX_RETURNS_IN_STREAK && endLifoStreak());
        Object item = newest ? deque.pop() : deque.pollOldest();
        if (item == null) {
            item = inbox.poll();
            if (item == null) {
                item = nextPinned(newest);
            }
        }
        return item;
    }

    /** Takes a strand that is pinned here: where a LIFO streak ends, the others' turn comes before that of its own. */
    private @Nullable Object nextPinned(boolean newest) {
        Object item = newest ? pinnedDeque.pop() : pinnedInbox.poll();
        if (item == null) {
            item = newest ? pinnedInbox.poll() : pinnedDeque.pollOldest();
        }
        return item;
    }

    /**
     * Ends the LIFO streak; returns whether the oldest entry is to be taken next. That is so for strands, virtual
     * threads and soft tasks only: to run the oldest free task first would spread a recursion.
     */
    private boolean endLifoStreak() {
        returnsInStreak = 0;
        lifoStreak++;
        if (deque.size() <= 1) {
            return !pinnedInbox.isEmpty() || pinnedDeque.size() > 1;
        }
        Object oldest = deque.peekAt(deque.headIndex());
        return oldest instanceof SerialStrand || oldest instanceof VirtualThreadTask || oldest instanceof SoftTask;
    }

    /** Runs what was taken from a queue, and queues a strand again that isn't done. */
    void take(Object item) {
        stats.run();
        if (item instanceof SerialStrand strand) {
            run(strand);
        } else if (item instanceof VirtualThreadTask thread) {
            carry(thread);
        } else {
            if (item instanceof SoftTask task && streakMarks.mark(task.party(), lifoStreak)) {
                returnsInStreak++;
            }
            runners.current().runTask((Runnable) item);
        }
    }

    private void run(SerialStrand strand) {
        if (strand.arrive(this, options.stealsToRehome())) {
            stats.homeHit();
        }
        if (strand.markLifoStreak(lifoStreak)) {
            returnsInStreak++;
        }
        SerialStrand outer = current;
        current = strand;
        boolean idle = false;
        try {
            idle = strand.run(runners.current());
        } finally {
            current = outer;
            boolean elsewhere = handedOver;
            handedOver = false;
            if (!idle && !elsewhere) {
                host.enqueue(strand); // also if a look or a round has failed, for want of memory: no other thread would
            }
        }
    }

    /** Runs a virtual thread until it unmounts. From then on it may run elsewhere, so that nothing is noted of it here. */
    private void carry(VirtualThreadTask thread) {
        if (thread.arrive(this)) {
            stats.homeHit();
        }
        if (thread.markLifoStreak(lifoStreak)) {
            returnsInStreak++;
        }
        SerialStrand outer = current;
        current = null;
        carried = thread;
        runners.current().runTask(thread);
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
    public boolean tickAndCheck() {
        return --ticks <= 0 || status.isLookWanted();
    }

    @Override
    public boolean yieldOrRunRound(SerialStrand strand) {
        if (inRound) {
            return true;
        }
        boolean due = look();
        if (host.isTerminated()) {
            return true;
        }
        if (!due || !lookForWaiting()) {
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
        parkStrand(strand);
        try {
            makeRound();
        } finally {
            handedOver = takeParkedStrand() == null;
        }
        return handedOver;
    }

    /** Puts a strand where the first that takes it gets it: this worker, or a thief if this worker is held up. */
    void parkStrand(SerialStrand strand) {
        parkedStrand = strand;
    }

    /** Takes the parked strand, if any; the winner of a race gets it. */
    public @Nullable SerialStrand takeParkedStrand() {
        return parkedStrand == null ? null : (SerialStrand) PARKED_STRAND.getAndSet(this, (SerialStrand) null);
    }

    /** Takes the oldest thing that any thread may take from here, or returns null. */
    public @Nullable Object takeAnything() {
        Object item = deque.poll();
        if (item == null) {
            item = inbox.poll();
        }
        return item != null ? item : takeParkedStrand();
    }

    /** Reads the clock and what follows from it; returns whether a round is due if something waits. */
    private boolean look() {
        long now = host.nanoTime();
        long passed = now - lastLook;
        lastLook = now;
        ticks = interval.adapt(passed);
        status.setStuck(false);
        status.setLookWanted(false);
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
                dequeAge.observe(deque.headIndex(), !deque.isEmpty(), now),
                inboxAge.observe(inbox.taken(), !inbox.isEmpty(), now));
        stats.waited(waited);
        if (waited >= options.stealPriceNanos() && waited > 0) {
            status.setBacklogged(true);
            host.wakeThief();
        }
    }

    /** Returns whether something waits. If not, the next round isn't due for a while, and no strand is the warmest. */
    private boolean lookForWaiting() {
        if (!deque.isEmpty() || !inbox.isEmpty() || hasPinned()) {
            return true;
        }
        roundDue = lastLook + options.maxWaitNanos();
        warmest = null;
        status.setBacklogged(false);
        return false;
    }

    private void makeRound() {
        inRound = true;
        stats.round();
        roundDue = round.make(lastLook);
        inRound = false;
        lastLook = host.nanoTime();
        ticks = interval.tasks();
    }

    /** Lets an item run for a number of tasks within a round. */
    void giveTurn(Object item, int tasks) {
        ticks = tasks;
        take(item);
    }

    int lastCpu() {
        return thief.lastCpu();
    }

    /** Returns whether something has come from elsewhere. */
    boolean hasArrivals() {
        return !inbox.isEmpty() || !pinnedInbox.isEmpty();
    }

    public boolean hasQueued() {
        return hasStealable() || hasPinned();
    }

    private boolean hasPinned() {
        return !pinnedDeque.isEmpty() || !pinnedInbox.isEmpty();
    }

    public boolean hasStealable() {
        return !deque.isEmpty() || !inbox.isEmpty() || parkedStrand != null;
    }

    public boolean hasParkedStrand() {
        return parkedStrand != null;
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
        long queued = (long) deque.size()
                + inbox.size(MAX_COUNTED)
                + pinnedDeque.size()
                + pinnedInbox.size(MAX_COUNTED)
                + (parkedStrand == null ? 0 : 1);
        return stats.snapshot(id(), thief.steals.snapshot(), queued);
    }
}
