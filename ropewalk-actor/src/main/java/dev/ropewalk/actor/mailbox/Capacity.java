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
        return tryTake(1);
    }

    /** Takes some places if one is free. */
    boolean tryTake(int count) {
        int before = taken.get();
        while (before < capacity) {
            int seen = taken.compareAndExchange(before, before + count);
            if (seen == before) {
                return true;
            }
            before = seen;
        }
        return false;
    }

    /** Takes places even if there are none. */
    void takeAnyway(int count) {
        taken.addAndGet(count);
    }

    void giveBack() {
        giveBack(1);
    }

    void giveBack(int count) {
        taken.addAndGet(-count);
    }

    int taken() {
        return taken.get();
    }

    int capacity() {
        return capacity;
    }
}
