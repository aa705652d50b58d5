package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.stage.Runner;

/** A signal that counts how often it woke somebody. */
public final class Sleeper extends Signal {
    public volatile boolean halted;
    public volatile int wakes;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one can have disarmed it
    protected void fire() {
        if (disarm()) {
            wakes++;
        }
    }

    /** As {@link Runner#halt}. */
    public void halt() {
        halted = true;
        fire();
    }
}
