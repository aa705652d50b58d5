package dev.ropewalk.task;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for sections of some tens of nanoseconds. A thread that finds it taken looks again for about a microsecond before it
 * parks: to park and unpark a virtual thread costs more than that.
 */
final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1;
    private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 100 : 0;

    @Override
    public void lock() {
        for (int i = 0; i < LOOKS; i++) {
            if (!isLocked() && tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        super.lock();
    }
}
