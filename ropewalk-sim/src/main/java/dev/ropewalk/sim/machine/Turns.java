package dev.ropewalk.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is. Each party is a thread with a clock of its own, and the one whose clock is behind all others runs, alone. When
 * it has passed the next one, it gives the turn away: so everything happens in the order of the modelled time, and the same
 * in every run.
 *
 * <p>All fields but {@code turn} and {@code over} belong to the party whose turn it is; to give the turn away is to write the
 * one, and to take it is to read it. After {@link #end} all parties run as ordinary threads do.
 *
 * <p>The parties are virtual threads of the JDK's own scheduler, except for the first, which is the thread that made this. A
 * turn passes from one to the next by a park and an unpark, which for virtual threads on one carrier takes a fifth of a
 * microsecond.
 */
final class Turns {
    static final int FIRST = 0;
    private static final long NEVER = Long.MAX_VALUE;
    /** How long a park takes at most when this is over. */
    private static final long PAUSE_NANOS = 1_000_000;

    private final List<Thread> threads = new ArrayList<>();
    /** When each party goes on, in picoseconds. */
    private long[] due = new long[8];

    private boolean[] parked = new boolean[8];
    private boolean[] permits = new boolean[8];
    private int running = FIRST;
    /** When the next party goes on. */
    private long limit = NEVER;

    private @Nullable Throwable failure;
    private volatile int turn = FIRST;
    private volatile boolean over;

    Turns() {
        threads.add(Thread.currentThread());
    }

    /** Makes a party, which begins when it is started and has its turn, at the time that it is now; returns its thread. */
    Thread add(String name, Runnable body) {
        int party = threads.size();
        if (party == due.length) {
            due = Arrays.copyOf(due, 2 * party);
            parked = Arrays.copyOf(parked, 2 * party);
            permits = Arrays.copyOf(permits, 2 * party);
        }
        due[party] = due[running];
        Thread thread = Thread.ofVirtual().name(name).unstarted(() -> live(party, body));
        threads.add(thread);
        limit = Math.min(limit, due[party]);
        return thread;
    }

    private void live(int party, Runnable body) {
        await(party);
        try {
            body.run();
        } catch (Throwable thrown) {
            fail(thrown);
        }
        if (!over) {
            due[party] = NEVER;
            give(earliest());
        }
    }

    /** Notes the first failure, which ends the run: the first party has its turn at once. */
    void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
            if (!over && running != FIRST) {
                due[FIRST] = 0;
                limit = 0;
            }
        }
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Returns the party whose turn it is. */
    int running() {
        return running;
    }

    /** Returns the party of the calling thread once this is over, or -1. */
    int partyOf(Thread thread) {
        return threads.indexOf(thread);
    }

    boolean isOver() {
        return over;
    }

    /** Returns the time of the party whose turn it is. */
    long now() {
        return due[running];
    }

    /** Lets time pass for the party whose turn it is, and gives the turn away if another one is due. */
    void pass(long picos) {
        int self = running;
        due[self] += picos;
        if (due[self] > limit) {
            giveAway(self);
        }
    }

    /** Waits until another party unparks this one, or, if that has happened before, not at all. */
    void park() {
        park(NEVER);
    }

    /** As {@link #park()}, and at most so many picoseconds. */
    void parkFor(long picos) {
        park(due[running] + picos);
    }

    private void park(long until) {
        if (over) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            return;
        }
        int self = running;
        if (permits[self]) {
            permits[self] = false;
            return;
        }
        parked[self] = true;
        due[self] = until;
        giveAway(self);
    }

    /** Lets a party go on so many picoseconds from now, or makes its next park return at once. */
    void unpark(int party, long picos) {
        if (over) {
            LockSupport.unpark(threads.get(party));
        } else if (parked[party]) {
            parked[party] = false;
            due[party] = now() + picos;
            limit = Math.min(limit, due[party]);
        } else {
            permits[party] = true;
        }
    }

    /** Lets all parties run as they like. Called by the first party. */
    void end() {
        over = true;
        threads.forEach(LockSupport::unpark);
    }

    private void giveAway(int self) {
        int next = earliest();
        if (next == self) {
            parked[self] = false;
            limit = earliestBeside(self);
        } else {
            give(next);
            await(self);
        }
    }

    private void give(int next) {
        parked[next] = false;
        running = next;
        limit = earliestBeside(next);
        turn = next;
        LockSupport.unpark(threads.get(next));
    }

    private void await(int party) {
        while (turn != party && !over) {
            LockSupport.park(this);
        }
    }

    /** Returns the party that is due first; the first one if all wait for each other, so that it can say so. */
    private int earliest() {
        int first = FIRST;
        for (int party = 1; party < threads.size(); party++) {
            if (due[party] < due[first]) {
                first = party;
            }
        }
        return first;
    }

    private long earliestBeside(int self) {
        long least = NEVER;
        for (int party = 0; party < threads.size(); party++) {
            if (party != self) {
                least = Math.min(least, due[party]);
            }
        }
        return least;
    }
}
