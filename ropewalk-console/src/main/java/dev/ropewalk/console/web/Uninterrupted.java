package dev.ropewalk.console.web;

/** Waits for a thread, whatever interrupts. */
final class Uninterrupted {
    private Uninterrupted() {}

    static void join(Thread thread) {
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
