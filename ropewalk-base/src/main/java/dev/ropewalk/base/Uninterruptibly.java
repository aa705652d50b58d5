package dev.ropewalk.base;

import java.util.concurrent.CountDownLatch;

/** Waits that an interrupt doesn't end. The interrupt is kept, and the thread is interrupted again after the wait. */
public final class Uninterruptibly {
    private Uninterruptibly() {}

    /** A wait that an interrupt ends. */
    @FunctionalInterface
    public interface Wait {
        /** Waits once. */
        void await() throws InterruptedException;
    }

    /** Waits for the end of a thread. */
    public static void join(Thread thread) {
        await(thread::join);
    }

    /** Waits until a latch is open. */
    public static void await(CountDownLatch latch) {
        await(latch::await);
    }

    /** Waits again as often as an interrupt ends the wait. */
    public static void await(Wait wait) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    wait.await();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
