package dev.ropewalk.scheduler.worker;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps threads that are started one after another apart in the JVM's table of threads, by starting another one in between.
 * The others end when this is closed.
 *
 * <p>For each thread the JVM keeps which virtual one it is at present in a slot of 8 bytes, and the slots of two threads
 * that are started in a row lie 32 bytes apart. Mounting and unmounting write the slot. Two carriers whose slots share a
 * cache line take that line from each other at every switch, and switch at half the speed.
 */
public final class Spacing implements AutoCloseable, Runnable {
    static final String NAME = "ropewalk-spacing";

    private final CountDownLatch closed = new CountDownLatch(1);

    /** Starts a thread that is of no other use than to lie between its neighbours. */
    public void put() {
        Thread thread = new Thread(null, this, NAME, 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
