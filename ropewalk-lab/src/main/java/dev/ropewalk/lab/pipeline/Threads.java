package dev.ropewalk.lab.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Threads that are ended together. */
final class Threads implements ThreadFactory, AutoCloseable {
    private final String name;
    private final List<Thread> threads = new ArrayList<>();
    private volatile @Nullable Throwable failure;

    Threads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable body) {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name(name)
                .uncaughtExceptionHandler((failed, cause) -> failure = cause)
                .unstarted(body);
        threads.add(thread);
        return thread;
    }

    /** Starts a thread that ends when it is interrupted. */
    void start(Body body) {
        newThread(() -> {
                    try {
                        body.run();
                    } catch (InterruptedException e) {
                        // The line is closed.
                    }
                })
                .start();
    }

    /**
     * Returns at once while all is well.
     *
     * @throws IllegalStateException if a thread has failed
     */
    void check() {
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException(name + " has failed: " + cause, cause);
        }
    }

    /** Waits for the end of all threads. */
    void join() {
        for (Thread thread : threads) {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        join();
    }

    /** What a thread does. */
    @FunctionalInterface
    interface Body {
        void run() throws InterruptedException;
    }
}
