package dev.ropewalk.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock for sections of some tens of nanoseconds, and what must wait until it is released: whatever wakes a thread or runs the
 * user's code. A thread that finds it taken looks again for about a microsecond before it parks, since to park and unpark a
 * virtual thread costs more than that.
 */
class AdmissionLock {
    private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 100 : 0;

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable List<Runnable> afterwards;

    void lock() {
        for (int i = 0; i < LOOKS; i++) {
            if (!lock.isLocked() && lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    /** Has something run when the lock is released; only for its holder. */
    final void later(Runnable action) {
        if (afterwards == null) {
            afterwards = new ArrayList<>();
        }
        afterwards.add(action);
    }

    /** Releases the lock and does what was put off; what that throws goes to the thread's handler. */
    final void unlock() {
        List<Runnable> actions = afterwards;
        afterwards = null;
        release();
        if (actions != null) {
            for (Runnable action : actions) {
                try {
                    action.run();
                } catch (RuntimeException | Error e) {
                    TaskThreads.uncaught(e);
                }
            }
        }
    }

    void release() {
        lock.unlock();
    }
}
