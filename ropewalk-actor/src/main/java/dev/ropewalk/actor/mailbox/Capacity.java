package dev.ropewalk.actor.mailbox;

import java.util.concurrent.atomic.AtomicInteger;

/** The places in a bounded mailbox: a counter with a limit. */
final class Capacity {
    private final int capacity;
    private final AtomicInteger taken = new AtomicInteger();

    Capacity(int capacity) {
        this.capacity = capacity;
    }

    /** Takes a place if one is free. */
    boolean tryTake() {
        int before = taken.get();
        while (before < capacity) {
            int seen = taken.compareAndExchange(before, before + 1);
            if (seen == before) {
                return true;
            }
            before = seen;
        }
        return false;
    }

    /** Takes a place even if there is none. */
    void takeAnyway() {
        taken.incrementAndGet();
    }

    void giveBack() {
        taken.decrementAndGet();
    }

    int taken() {
        return taken.get();
    }

    int capacity() {
        return capacity;
    }
}
