package dev.ropewalk.sim.machine;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * A modelled machine: cores that take time for what they do, and memory that they share. The code that runs on a core is ordinary
 * code in a thread of its own, which says here what it does: it touches bytes, computes, reads the clock, waits. What it doesn't
 * say takes no time.
 *
 * <p>A burst is accesses that don't depend on each other: their misses overlap, so that it costs the latency of the farthest one
 * and the throughput of the others. It ends where something must wait for all of them.
 *
 * <p>The thread that makes a machine is its first party. It runs on no core, as the model of a program's main thread; so do
 * parties that are added without a core. Deterministic by seed. To be closed, so that its threads end.
 */
public final class Machine {
    private static final double PICOS = 1e3;
    private static final int NO_CORE = -1;

    private final MachineShape shape;
    private final CostTable costs;
    private final Memory memory;
    private final Turns turns = new Turns();
    private final Random random;
    private final long[] alone = new long[Reach.values().length];
    private final long[] among = new long[Reach.values().length];
    private int[] coreOfParty = {NO_CORE};
    private int parties = 1;
    private long burst;
    private long burstWait;
    private long endedAt;
    private long endedNanos;

    public Machine(MachineShape shape, CostTable costs, long seed) {
        this.shape = shape;
        this.costs = costs;
        this.memory = new Memory(shape);
        this.random = new Random(seed);
        for (Reach reach : Reach.values()) {
            alone[reach.index] = picos(costs.alone(reach));
            among[reach.index] = picos(costs.among(reach));
        }
    }

    private static long picos(double nanos) {
        return Math.round(nanos * PICOS);
    }

    public MachineShape shape() {
        return shape;
    }

    public CostTable costs() {
        return costs;
    }

    public Memory memory() {
        return memory;
    }

    public RandomGenerator random() {
        return random;
    }

    /** Adds a thread that runs on a core, or on none if that is -1; it is to be started. */
    Thread newThread(int core, String name, Runnable body) {
        if (parties == coreOfParty.length) {
            coreOfParty = Arrays.copyOf(coreOfParty, 2 * parties);
        }
        coreOfParty[parties++] = core;
        return turns.add(name, body);
    }

    /** Returns the core that runs the calling code, or -1. */
    int core() {
        int party = turns.isOver() ? turns.partyOf(Thread.currentThread()) : turns.running();
        return party < 0 ? NO_CORE : coreOfParty[party];
    }

    /** Returns the party that runs the calling code. */
    int party() {
        return turns.running();
    }

    /** Returns the party of a core, of which there is one. */
    int partyOf(Thread thread) {
        return turns.partyOf(thread);
    }

    /** Returns the modelled time in nanoseconds. Asking takes no time. */
    public long nanos() {
        return turns.isOver() ? endedAt + (System.nanoTime() - endedNanos) : turns.now() / (long) PICOS;
    }

    /** Adds an access to the burst of the calling core: it changes a byte. */
    public void access(long address) {
        int core = core();
        if (core == NO_CORE || turns.isOver()) {
            return;
        }
        int reach = memory.access(core, address).index;
        burst += among[reach];
        burstWait = Math.max(burstWait, alone[reach] - among[reach]);
    }

    /** Ends the burst of the calling core after it has also computed for so long; another core may have its turn. */
    public void endBurst(double nanos) {
        long picos = burst + burstWait + picos(nanos);
        burst = 0;
        burstWait = 0;
        pass(picos);
    }

    /** Has the calling core change a byte at which others look, by an atomic operation. */
    void atomic(long address) {
        access(address);
        endBurst(core() == NO_CORE ? 0 : costs.atomic());
    }

    /** Lets time pass for the calling core. */
    public void spend(double nanos) {
        pass(picos(nanos));
    }

    private void pass(long picos) {
        if (!turns.isOver()) {
            turns.pass(picos);
        }
    }

    /** Parks the calling party; may return at any time once this machine is over. */
    void park() {
        turns.park();
    }

    void parkNanos(long nanos) {
        if (turns.isOver()) {
            LockSupport.parkNanos(this, Math.min(nanos, 1_000_000));
        } else {
            turns.parkFor(nanos * (long) PICOS);
        }
    }

    /** Wakes a party that parks, as its next park is ended; the calling core takes the time of a waker. */
    void unpark(int party) {
        spend(core() == NO_CORE ? 0 : costs.unpark());
        turns.unpark(party, picos(costs.wakeUp()));
    }

    /** Lets the first party go on. */
    public void wakeFirst() {
        turns.unpark(Turns.FIRST, 0);
    }

    boolean isOver() {
        return turns.isOver();
    }

    /** Notes a failure, which ends the run. */
    void fail(Throwable thrown) {
        turns.fail(thrown);
    }

    /**
     * Waits, as the first party, until another one calls {@link #wakeFirst}, and for a modelled time at most. It may return
     * sooner.
     *
     * @throws IllegalStateException if a thread of this machine has failed
     */
    public void await(long nanos) {
        turns.parkFor(nanos * (long) PICOS);
        Throwable failure = turns.failure();
        if (failure != null) {
            throw new IllegalStateException("a thread of the modelled machine has failed", failure);
        }
    }

    /** Lets all threads run as they like, so that they end. */
    void end() {
        endedAt = nanos();
        endedNanos = System.nanoTime();
        turns.end();
    }

    @Override
    public String toString() {
        return "Machine[" + shape.cores() + " cores, " + nanos() + " ns]";
    }
}
