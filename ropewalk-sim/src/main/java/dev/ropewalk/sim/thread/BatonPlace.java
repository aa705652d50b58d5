package dev.ropewalk.sim.thread;

import org.jspecify.annotations.Nullable;

/** A thread of a world that runs only while it has the baton. */
final class BatonPlace extends Place {
    @Nullable
    BatonThread thread;

    final int number;
    final boolean works;
    boolean permit;
    boolean parked;

    /** How often its thread was told that the world has ended. */
    int refusals;

    /** Whether its thread was stopped for ever, because it goes on though it was told so. */
    volatile boolean isStopped;

    BatonPlace(int number, boolean works) {
        this.number = number;
        this.works = works;
    }

    @Override
    public @Nullable Thread thread() {
        return thread;
    }
}
