package dev.ropewalk.limit;

import java.util.concurrent.locks.ReentrantLock;

/** A budget of memory and calls, with room for one who waits for a call, in which all that matters is done in two steps. */
final class BrokenBudget {
    static final int MEMORY = 1;
    static final int CALLS = 2;

    private static final int WAITING = 0;
    private static final int GRANTED = 1;
    private static final int WITHDRAWN = 2;

    private final ReentrantLock lock = new ReentrantLock();
    private boolean waits;
    private long memory;
    private long calls;
    private volatile int outcome;
    private volatile int held = MEMORY | CALLS;
    private volatile boolean closed;

    /** Waits, as from the beginning. */
    void enter() {
        lock.lock();
        try {
            waits = true;
        } finally {
            lock.unlock();
        }
    }

    /** Looks whether there is a call, and then waits. */
    void lookAndEnter() {
        if (calls() > 0) {
            outcome = GRANTED;
        } else {
            enter();
        }
    }

    /** Looks whether it waits still, and then withdraws. */
    boolean withdraw() {
        if (outcome == WAITING) {
            outcome = WITHDRAWN;
            return true;
        }
        return false;
    }

    void giveBack(int resources) {
        lock.lock();
        try {
            memory += resources & MEMORY;
            calls += (resources & CALLS) / CALLS;
            if (waits && calls > 0 && outcome == WAITING) {
                calls--;
                outcome = GRANTED;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks whether it is closed, and then closes. */
    void close() {
        if (!closed) {
            closed = true;
            giveBack(held);
        }
    }

    /** Looks what is held, and then gives it back. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the flaw
    void release(int resource) {
        if ((held & resource) != 0) {
            held &= ~resource;
            giveBack(resource);
        }
    }

    boolean isGranted() {
        return outcome == GRANTED;
    }

    long memory() {
        lock.lock();
        try {
            return memory;
        } finally {
            lock.unlock();
        }
    }

    long calls() {
        lock.lock();
        try {
            return calls;
        } finally {
            lock.unlock();
        }
    }
}
