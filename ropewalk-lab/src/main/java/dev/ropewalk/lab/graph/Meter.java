package dev.ropewalk.lab.graph;

import java.util.concurrent.atomic.AtomicLong;

/** How much of a resource is in use, as told by its users, and whether that was ever more than there is. */
final class Meter {
    private final long capacity;
    private final AtomicLong used = new AtomicLong();
    private volatile long mostOver;

    Meter(long capacity) {
        this.capacity = capacity;
    }

    void take(long amount) {
        long now = used.addAndGet(amount);
        if (now > capacity) {
            mostOver = now;
        }
    }

    void give(long amount) {
        used.addAndGet(-amount);
    }

    /** Returns what was in use when it was more than there is, 0 if it never was. */
    long over() {
        return mostOver;
    }
}
