package dev.ropewalk.sim.catalogue;

import java.util.concurrent.atomic.AtomicInteger;

/** Code that one thread at a time may run. */
final class CriticalSection {
    private final AtomicInteger inside = new AtomicInteger();

    void pass() {
        pass(() -> Points.before(this));
    }

    void pass(Runnable code) {
        Checks.equal(1, inside.incrementAndGet(), "threads in the critical section");
        code.run();
        inside.decrementAndGet();
    }
}
