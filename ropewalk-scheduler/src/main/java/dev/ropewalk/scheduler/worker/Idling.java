package dev.ropewalk.scheduler.worker;

import org.jspecify.annotations.Nullable;

/**
 * How a worker waits for work: it looks around for a moment, then parks until it is woken. The protocols by which no
 * wake-up is lost are those of {@link ParkWord} and {@link Sleepers}.
 *
 * <p>With a search permit it looks into the others' queues, and without one only into its own, and only if answers use to
 * come soon. For how long follows from what comes of it: half as long after each time in vain, and as long as allowed after
 * it has found something, or was woken for work of its own so soon that it would have. So an answer that takes some microseconds is waited for awake, and a trickle of work costs hardly more than its
 * wake-ups. While the scheduler closes no worker waits awake: that goes on until all workers sleep.
 */
public final class Idling {
    private static final long MIN_SPIN_NANOS = 1_000;
    private static final int MAX_RUNS_OF_A_GUEST = 4;

    /** Of so many strands that could be left to a home that sleeps, one is; a power of two. */
    private static final int WAKES_A_CHECK = 1024;

    private final WorkerHost host;
    private final Worker worker;
    private final Thief thief;
    private final long maxSpin;
    private final ParkWord parkWord = new ParkWord();
    private long searchSpin;
    private long ownSpin;
    private volatile boolean waiting;
    private volatile boolean asleep;
    private volatile boolean selfSufficient = true;

    /** When the last waker came. Written while this worker is parked, so that it sees that afterwards. */
    private volatile long wokenAt;

    private long runsBefore;
    private long arrivalsBefore;

    /** How many strands could have been left to a home that sleeps: see {@link #countAndCheckWake}. */
    private int wakesSpared;

    Idling(WorkerHost host, Worker worker, Thief thief, long spinNanos) {
        this.host = host;
        this.worker = worker;
        this.thief = thief;
        this.maxSpin = spinNanos;
        this.searchSpin = spinNanos;
    }

    /** Finds work elsewhere or parks; returns null when woken, to begin again. Called by the worker, which has none. */
    @Nullable
    Object awaitWork() {
        noteSpan();
        waiting = true;
        try {
            return findWork();
        } finally {
            waiting = false;
        }
    }

    private void noteSpan() {
        long runs = worker.stats.runs() - runsBefore;
        long arrivals = worker.inbox.taken() - arrivalsBefore;
        runsBefore += runs;
        arrivalsBefore += arrivals;
        selfSufficient = runs > MAX_RUNS_OF_A_GUEST * arrivals;
    }

    private @Nullable Object findWork() {
        Object item = host.sleepers.trySearch() ? search() : awaitArrival();
        return item != null ? item : lookOnceMoreAndSleep();
    }

    private @Nullable Object lookOnceMoreAndSleep() {
        Sleepers sleepers = host.sleepers;
        Object item = null;
        boolean permit = false;
        boolean ended = false;
        sleepers.add(worker.id());
        parkWord.prepare();
        try {
            item = thief.steal();
            long slept = item == null && !mustStayAwake() ? sleep() : Long.MAX_VALUE;
            permit = parkWord.settle();
            ended = true;
            if (!permit && slept < maxSpin) {
                searchSpin = maxSpin;
                ownSpin = maxSpin;
            }
        } finally {
            permit = ended ? permit : parkWord.settle();
            sleepers.remove(worker.id());
            if (permit && (item != null || !ended)) {
                sleepers.endSearch();
            }
        }
        if (permit && item == null) {
            return search();
        }
        if (item != null) {
            host.wakeThief();
        }
        return item;
    }

    private boolean mustStayAwake() {
        return worker.hasArrivals() || host.mishaps.any || mustEnd();
    }

    /**
     * Parks until woken; returns after how many nanoseconds the waker came. How long the wake-up took doesn't count: on a busy
     * machine that is so long that no worker would ever wait awake again.
     */
    private long sleep() {
        worker.stats.park();
        long since = host.nanoTime();
        asleep = true;
        try {
            while (parkWord.isParked()) {
                host.parkWorker();
                Worker.clearInterrupt();
            }
        } finally {
            asleep = false;
        }
        return wokenAt - since;
    }

    private boolean mustEnd() {
        return host.isTerminated() || (worker.isSpare() && host.spares.hasTooMany());
    }

    /** Looks into all queues for a while; holds a search permit and gives it back. */
    private @Nullable Object search() {
        Object item = null;
        boolean last;
        try {
            long until = host.nanoTime() + searchSpin;
            do {
                item = findOne();
            } while (item == null && spinOnce(until));
            searchSpin = item != null ? maxSpin : Math.max(Math.min(MIN_SPIN_NANOS, maxSpin), searchSpin / 2);
        } finally {
            last = host.sleepers.endSearch();
        }
        if (last && item != null) {
            host.wakeThief();
        }
        return item;
    }

    private @Nullable Object findOne() {
        Object item = worker.next();
        return item != null ? item : thief.steal();
    }

    /** Looks into the own queues for a while. */
    private @Nullable Object awaitArrival() {
        if (ownSpin < MIN_SPIN_NANOS) {
            return null;
        }
        long until = host.nanoTime() + ownSpin;
        Object item;
        do {
            item = worker.next();
        } while (item == null && spinOnce(until));
        ownSpin = item != null ? maxSpin : ownSpin / 2;
        return item;
    }

    /** Waits for an instant; returns whether there is time for another look. */
    private boolean spinOnce(long until) {
        host.spin();
        return host.nanoTime() - until < 0 && host.isOpen();
    }

    /** Wakes the worker if it is parked; returns whether it was. */
    public boolean wake() {
        if (!noteWakeUp() || !parkWord.wake()) {
            return false;
        }
        // From here on the worker counts as awake, and no other thread will unpark it.
        try {
            host.unparkWorker(worker);
        } catch (Throwable noStack) {
            host.mishaps.any = true;
        }
        return true;
    }

    /** Wakes the worker if it is parked and hands it the caller's search permit; returns whether it was. */
    public boolean wakeToSearch() {
        if (!noteWakeUp() || !parkWord.wakeToSearch()) {
            return false;
        }
        try {
            host.unparkWorker(worker);
        } catch (Throwable noStack) {
            host.mishaps.any = true;
        }
        return true;
    }

    /** Notes when the worker is woken, before it can go on; returns whether it is parked. */
    private boolean noteWakeUp() {
        if (!parkWord.isParked()) {
            return false;
        }
        wokenAt = host.nanoTime();
        return true;
    }

    /** Returns whether the worker is in no task, be it parked or looking around. */
    public boolean isWaiting() {
        return waiting;
    }

    /**
     * Returns whether the worker, which has enough to do, should leave a strand to its home, which has nothing: if what came from
     * elsewhere led to much work there, when that was awake last. If not, the strands there talk to those of others, or it was woken in
     * vain; then only now and then, to find out whether that has changed.
     */
    public boolean countAndCheckWake(Idling home) {
        return home.selfSufficient || (++wakesSpared & (WAKES_A_CHECK - 1)) == 0;
    }

    public boolean isParked() {
        return parkWord.isParked();
    }

    /** Returns whether the worker is parked and holds nothing: it isn't just looking once more. */
    public boolean isAsleep() {
        return asleep && parkWord.isParked();
    }
}
