package dev.ropewalk.pipeline;

/** A wait that counts how often it was woken. */
final class TestWait extends Room.Wait {
    volatile int wakes;

    TestWait(long need, long wish) {
        super(need, wish);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // the count tells if it was woken twice at once, as rarely as that is
    void wake() {
        wakes++;
    }
}
