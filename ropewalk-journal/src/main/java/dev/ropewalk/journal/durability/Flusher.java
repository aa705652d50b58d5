package dev.ropewalk.journal.durability;

import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.files.FileLoop;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.store.StuckClaim;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.IdleWait;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes what was appended durable, in a thread of its own that sleeps while there is nothing to do.
 *
 * <p>A round takes in the waiters, walks to the committed frontier, forces what lies between the durable watermark and that,
 * raises the watermark, and wakes the waiters that it has served. All that is appended while one round forces is gathered for the
 * next one: that is group commit, and no delay is needed for it (DeWitt et al., "Implementation Techniques for Main Memory
 * Database Systems", 1984). A record is durable only with all before it, for recovery cuts at the first one that is missing; so
 * the frontier doesn't pass open claims, and a waiter behind an open claim waits until that is committed or invalidated.
 *
 * <p>Processes share a watermark, and each forces for its own waiters. The kernel keeps one copy of a page for all of them, so a
 * force writes the others' records, too.
 *
 * <p>A failed force is never repeated, see {@link FrontierForcer}.
 *
 * <p><b>How the flusher is woken.</b> A waiter adds itself and then unparks the flusher. The flusher parks only after it has
 * found no waiter, and a permit isn't lost. An append without a waiter reads {@code wakeAt} after its commit without a fence
 * between, so it may miss that the flusher has just gone to sleep, and be missed by its last look. A deliberate race: therefore
 * the flusher looks once more a moment later, longer than any store takes to be seen, and only then sleeps for good.
 */
public final class Flusher implements Forcing, IdleWait, AutoCloseable {
    private static final long SETTLE_NANOS = 1_000_000;
    private static final long MIN_OPEN_CLAIM_NANOS = 50_000;
    private static final long MAX_OPEN_CLAIM_NANOS = 2_000_000;
    private static final long OUT_OF_MEMORY_NANOS = 10_000_000;

    private final SegmentStore store;
    private final Watermark watermark;
    private final FlushPolicy policy;
    private final FrontierForcer forcer;
    private final StuckClaim openClaim;
    private final Consumer<JournalException> onFailure;
    private final FutureTeller teller = new FutureTeller(FileThreads::startVirtualThread);
    private final DurabilityWaiters waiters = new DurabilityWaiters(teller);

    private long openClaimNanos = MIN_OPEN_CLAIM_NANOS;
    // The end of an append from which on the flusher wants to hear of it.
    private volatile long wakeAt;
    private volatile boolean closing;
    private volatile @Nullable JournalException failure;
    private volatile @Nullable FileLoop loop;

    /**
     * Makes one; its thread starts when it is needed.
     *
     * @param openClaim what is told of claims that are waited behind
     * @param onFailure told once if nothing can be made durable any more
     */
    public Flusher(
            SegmentStore store,
            Watermark watermark,
            Durability durability,
            Machine machine,
            StuckClaim openClaim,
            Consumer<JournalException> onFailure) {
        this.store = store;
        this.watermark = watermark;
        this.policy = new FlushPolicy(durability);
        this.forcer = new FrontierForcer(watermark, machine);
        this.openClaim = openClaim;
        this.onFailure = onFailure;
        this.wakeAt = policy.wakeAt(watermark.position());
    }

    @Override
    public void appended(long end) {
        if (policy.appendsWait()) {
            await(end);
        } else if (end >= wakeAt) {
            wake();
        }
    }

    @Override
    public CompletableFuture<Long> whenDurable(long end, long index) {
        var future = new DurableFuture(teller, index);
        add(new DurabilityWaiter.OfFuture(end, index, future));
        if (policy.roundNanos() > 0) {
            // Its force comes in time without a call for it.
            appended(end);
        } else {
            wake();
        }
        return future;
    }

    /** Returns how long forces have taken; any thread may ask. */
    public TimeDistribution forceTimes() {
        return forcer.times();
    }

    /** Has everything before a position forced, and doesn't wait for it. */
    void forceSoon(long end) {
        if (waiters.add(new DurabilityWaiter.OfFuture(end))) {
            wake();
        }
    }

    /** Returns when all is durable whose append has returned before. */
    public void force() {
        await(DurabilityWaiter.EVERYTHING);
    }

    private void await(long end) {
        if (!isDurable(end)) {
            var waiter = new DurabilityWaiter.OfThread(end);
            add(waiter);
            wake();
            waiter.await();
        }
    }

    private boolean isDurable(long end) {
        try {
            return end <= watermark.position() && failure == null && !watermark.isPoisoned();
        } catch (IllegalStateException e) {
            // Unmapped.
            throw closed();
        }
    }

    private void add(DurabilityWaiter waiter) {
        if (!waiters.add(waiter)) {
            throw DurabilityWaiter.again(failure != null ? failure : closed());
        }
    }

    private void wake() {
        wakeAt = FlushPolicy.NEVER;
        FileLoop started = loop;
        FileLoop woken = started != null ? started : start();
        if (woken != null) {
            woken.wake();
        }
    }

    private synchronized @Nullable FileLoop start() {
        if (loop == null && !closing) {
            var started = new FileLoop("ropewalk-journal-flush", this::run);
            started.start();
            // Not before: if there is no memory for a thread, the next thread that needs the flusher tries again.
            loop = started;
        }
        return loop;
    }

    private void run() {
        JournalException why = null;
        while (true) {
            try {
                if (why == null) {
                    why = flush();
                }
                waiters.shut(why);
                return;
            } catch (OutOfMemoryError e) {
                // Nothing is lost by it: waiters are in a list, what was asked of the disk is answered or poisoned.
                Parking.park(this, OUT_OF_MEMORY_NANOS);
            }
        }
    }

    /** Flushes until it is closed or has failed; returns what the waiters at that moment are told. */
    private JournalException flush() {
        try (var frontier = new Frontier(store)) {
            boolean last;
            do {
                last = closing;
                frontier.catchUp(watermark.position());
                waiters.gather(() -> claimedTail(frontier));
                long began = Parking.now();
                boolean moved = roundOrUnreadable(frontier, last);
                waiters.complete(watermark.position());
                if (!last) {
                    rest(frontier, moved, began);
                }
            } while (!last);
            return closed();
        } catch (JournalException e) {
            return failed(e);
        } catch (InternalError e) {
            // Outside a round nothing is read but the watermark.
            return failed(new JournalIoException("the control file can't be read: " + e.getMessage(), e));
        } catch (RuntimeException | StackOverflowError e) {
            return failed(new JournalException("making the journal durable has failed: " + e, e));
        }
    }

    /** A file that was made shorter under the mapping is no failure of this, so it is told by its place. */
    private boolean roundOrUnreadable(Frontier frontier, boolean last) {
        try {
            return round(frontier, last);
        } catch (InternalError e) {
            throw frontier.unreadable(e);
        }
    }

    private static long claimedTail(Frontier frontier) {
        try {
            return frontier.claimedTail();
        } catch (InternalError e) {
            throw frontier.unreadable(e);
        }
    }

    /** Forces what is committed, if that is due; returns whether it has forced anything. */
    private boolean round(Frontier frontier, boolean last) {
        boolean moved = false;
        long dueBytes = last ? policy.dueBytesAtEnd() : policy.dueBytes();
        while (true) {
            forcer.checkPoison();
            boolean ended = frontier.advance();
            long durable = watermark.position();
            // The end of a segment is a reason of its own, so that a recovery has little to scan.
            boolean due = ended || !waiters.isEmpty() || frontier.position() - durable >= dueBytes;
            if (due && (frontier.position() > durable || (ended && !forcer.isEndForced(frontier.segment())))) {
                forcer.force(frontier, durable, ended);
                moved = true;
            }
            if (!ended || !frontier.nextSegment()) {
                return moved;
            }
        }
    }

    private void rest(Frontier frontier, boolean moved, long began) {
        long wake = policy.wakeAt(watermark.position());
        // An appender that appended behind an open claim has told so already, whether or not it waits.
        boolean wanted = !waiters.isEmpty() || wake != FlushPolicy.NEVER;
        if (wanted && frontier.reportOpenClaim(openClaim)) {
            openClaimNanos = moved ? MIN_OPEN_CLAIM_NANOS : Math.min(2 * openClaimNanos, MAX_OPEN_CLAIM_NANOS);
            park(openClaimNanos);
        } else if (!waiters.isEmpty()) {
            // The claim was decided in this moment, or what they wait for was appended behind a hole.
            frontier.refuseFree();
            park(MIN_OPEN_CLAIM_NANOS);
        } else if (moved && policy.roundNanos() > 0) {
            park(policy.roundNanos() - (Parking.now() - began));
        } else if (moved || wakeAt != wake) {
            wakeAt = wake;
            if (wake != FlushPolicy.NEVER) {
                park(SETTLE_NANOS);
            }
        } else {
            park(FlushPolicy.NEVER);
        }
    }

    private void park(long nanos) {
        if (!waiters.haveArrived() && !closing && nanos > 0) {
            Parking.park(this, nanos);
            forgetInterrupt();
        }
    }

    private JournalException failed(JournalException why) {
        failure = why;
        onFailure.accept(why);
        return why;
    }

    static JournalClosedException closed() {
        return new JournalClosedException("the journal is closed");
    }

    /** Forces what is left, unless that is the kernel's part, and ends the thread; the remaining waiters are told. */
    @Override
    public void close() {
        if (policy.dueBytes() > 1 && policy.dueBytes() != FlushPolicy.NEVER) {
            // What is appended may be too little for it to have started.
            start();
        }
        FileLoop started;
        synchronized (this) {
            closing = true;
            started = loop;
        }
        if (started == null) {
            waiters.shut(closed());
            return;
        }
        started.wake();
        started.awaitEnd();
    }

    /** An interrupt asks nothing of this thread; with its mark each park would return at once. */
    private static void forgetInterrupt() {
        boolean ignored = Thread.interrupted();
    }
}
