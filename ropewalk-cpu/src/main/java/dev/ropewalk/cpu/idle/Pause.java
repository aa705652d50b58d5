package dev.ropewalk.cpu.idle;

import java.util.concurrent.locks.LockSupport;

/** The three ways to wait of which idle strategies are made. An interface, so that tests can count what is done. */
public interface Pause {
    /** The real ways. */
    Pause REAL = new RealPause();

    /** Stays on the CPU for a moment. */
    void spin();

    /** Offers the CPU to another thread. */
    void yieldCpu();

    /**
     * Leaves the CPU for a time.
     *
     * @param blocker the waiting object, shown in thread dumps
     */
    void park(Object blocker, long nanos);

    /** Waits by the current thread's own means. */
    final class RealPause implements Pause {
        private RealPause() {}

        @Override
        public void spin() {
            // The thread that a virtual thread waits for may need its carrier: spinning could last for ever.
            if (Thread.currentThread().isVirtual()) {
                yieldCpu();
            } else {
                Thread.onSpinWait();
            }
        }

        // Relying on the thread scheduler is what a caller has chosen by this way to wait.
        @SuppressWarnings("ThreadPriorityCheck")
        @Override
        public void yieldCpu() {
            Thread.yield();
        }

        @Override
        public void park(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }
    }
}
