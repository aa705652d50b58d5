package dev.ropewalk.pipeline;

/** A signal that counts how often it woke somebody. */
final class Sleeper extends Signal {
    volatile boolean halted;
    volatile int wakes;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one can have disarmed it
    void fire() {
        if (disarm()) {
            wakes++;
        }
    }

    /** As {@link Runner#halt}. */
    void halt() {
        halted = true;
        fire();
    }
}
