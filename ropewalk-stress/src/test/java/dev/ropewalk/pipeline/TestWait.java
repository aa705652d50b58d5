package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.capacity.CapacityWaiter;

/** A wait that counts how often it was woken. All stand in one line. */
final class TestWait extends CapacityWaiter {
    private static final Object LINE = new Object();

    volatile int wakes;

    TestWait(int size) {
        super(LINE, size, NONE);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // the count tells if it was woken twice at once, as rarely as that is
    protected void wake() {
        wakes++;
    }
}
