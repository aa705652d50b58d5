package dev.ropewalk.lab.bugs;

import dev.ropewalk.sim.catalogue.ThreadWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Plain threads, which another tool controls. What one of them throws is thrown again at the end. */
final class PlainThreads implements ThreadWorld {
    private final List<Thread> threads = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Override
    public Thread start(String name, Runnable body) {
        Thread thread = new Thread(() -> runAndNote(body), name);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Leaves all other errors alone: by some of them a tool ends a thread. */
    private void runAndNote(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException | AssertionError e) {
            failures.add(e);
        }
    }

    @Override
    public void run() {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("a program of threads is never interrupted", e);
            }
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("a thread has failed", failures.getFirst());
        }
    }
}
