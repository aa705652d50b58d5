package dev.ropewalk.lab.affinity;

/**
 * Waits for another thread that is about to act. It spins, and after long gives its CPU away for a moment: where threads are
 * more than CPUs, the other one may need just that. Used by one thread.
 */
final class Spin {
    private static final int SPINS_PER_YIELD = 1 << 12;

    private int spins;

    /** Lets a moment pass. */
    @SuppressWarnings("ThreadPriorityCheck") // The other side may wait for this CPU.
    void once() {
        Thread.onSpinWait();
        if (++spins % SPINS_PER_YIELD == 0) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the other side has failed");
            }
            Thread.yield();
        }
    }
}
