package dev.ropewalk.cluster.entity;

import java.util.concurrent.atomic.AtomicInteger;

/** How many gates may have an owner at a time: to close each of these stops all threads for a moment. Thread-safe. */
final class GateOwners {
    /** With so many the fences take some 16 ms when all entities of a region end at once. */
    private static final int MAX = 64;

    private final AtomicInteger left;

    GateOwners() {
        this(MAX);
    }

    /** @param max how many there may be */
    GateOwners(int max) {
        left = new AtomicInteger(max);
    }

    /** Takes one of them; returns false if there are as many as may be. */
    boolean take() {
        int now = left.get();
        while (now > 0) {
            if (left.compareAndSet(now, now - 1)) {
                return true;
            }
            now = left.get();
        }
        return false;
    }

    /** There is one fewer. */
    void giveBack() {
        int ignored = left.incrementAndGet();
    }
}
