package dev.ropewalk.lab.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread end its work in order when this JVM is asked to end, by SIGINT or SIGTERM: the thread is interrupted, and the
 * JVM waits until it has closed this, but not for ever.
 */
final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Thread worker) {
        hook = Thread.ofPlatform().name("lab-interruption").unstarted(() -> interrupt(worker));
    }

    /** Guards the calling thread until it closes the result. */
    static Interruption ofThisThread() {
        var interruption = new Interruption(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void interrupt(Thread worker) {
        worker.interrupt();
        try {
            boolean _ = closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and that is why the work has ended.
        }
    }
}
