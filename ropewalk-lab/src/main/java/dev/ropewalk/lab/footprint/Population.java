package dev.ropewalk.lab.footprint;

import java.util.concurrent.CountDownLatch;

/**
 * Actors without state of their own on one runtime. What they do with a message, a latch, is to count it down. All are
 * held by reference, in an array that exists before they do.
 */
interface Population extends AutoCloseable {
    /** Spawns all actors from the calling thread; returns when all exist. */
    void spawnFromOutside();

    /** Spawns all actors from one actor, as its children; returns when all exist. */
    void spawnFromParent() throws InterruptedException;

    /** Sends a message to each actor. */
    void greet(CountDownLatch greeted);

    /** Stops all actors and ends the runtime. */
    @Override
    void close();

    /** Starts a runtime that has no actors yet. */
    @FunctionalInterface
    interface Opener {
        Population open(int workers, int actors);
    }
}
