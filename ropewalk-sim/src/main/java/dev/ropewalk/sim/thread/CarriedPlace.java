package dev.ropewalk.sim.thread;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread of a world, and the executor that the JDK gives its continuation to. The fields belong to the thread that
 * carries the world.
 */
final class CarriedPlace extends Place implements Executor {
    final CarriedPlaces places;
    final int number;
    final boolean works;

    @Nullable
    Thread thread;

    @Nullable
    Runnable continuation;

    /** Whether its code has run at all. */
    boolean hasBegun;

    /** Whether it is parked by the simulation, which asks then whether the world has ended. */
    boolean isParkedHere;

    /** Whether it is parked for a lock of the JDK. */
    boolean waitsForLock;

    /** Whether real time has passed in vain for what it waits for. */
    boolean hasWaitedInVain;

    /** How often it was told that the world has ended. */
    int refusals;

    /** How often it was resumed since the world has ended. */
    int resumptions;

    /**
     * Whether it is not to be interrupted any more, because its code went on and on in vain after it was. Written by the thread that
     * looks.
     */
    volatile boolean resists;

    /** How often it was interrupted since then while it waited for the same object, and which that is. */
    int interrupts;

    @Nullable
    Object interruptedAt;

    /** Whether it was stopped for ever, because it goes on though it was told that the world has ended. */
    boolean isStopped;

    CarriedPlace(CarriedPlaces places, int number, boolean works) {
        this.places = places;
        this.number = number;
        this.works = works;
    }

    @Override
    public @Nullable Thread thread() {
        return thread;
    }

    @Override
    public void execute(Runnable submitted) {
        places.submitted(this, submitted);
    }

    boolean hasEnded() {
        Thread known = thread;
        return known != null && !known.isAlive();
    }
}
