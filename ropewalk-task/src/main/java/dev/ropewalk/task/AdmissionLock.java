package dev.ropewalk.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock for sections of some tens of nanoseconds, and what must wait until it is released: whatever wakes a thread or runs the
 * user's code.
 *
 * <p>Why not one with a queue: workers of a scheduler and virtual threads that these workers carry take it. If a virtual thread
 * were the first in the queue, and all workers stood behind it, nobody would be left to carry it. Here nobody waits for anyone
 * but the holder, which goes on because it has a thread, and waits for nothing. What can hold it up is the operating system
 * alone, when it takes its processor away; so who finds the lock taken looks again for about a microsecond, then yields, and at
 * last sleeps for moments.
 *
 * <p>Why it excludes: the word goes from 0 to 1 by compare-and-set only, which one thread wins, and back by the winner's release
 * store, which whoever wins next has read.
 */
class AdmissionLock {
    private static final int LOOKS = 128;
    private static final int YIELDS = 64;
    private static final long NAP_NANOS = 50_000;

    private final AtomicInteger word = new AtomicInteger();
    private @Nullable List<Runnable> afterwards;

    void lock() {
        if (!word.compareAndSet(0, 1)) {
            lockContended();
        }
    }

    private void lockContended() {
        for (int attempts = 0; !look(); attempts++) {
            pause(attempts);
        }
    }

    private boolean look() {
        for (int i = 0; i < LOOKS; i++) {
            if (word.getOpaque() == 0 && word.compareAndSet(0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a yield is a favour to the holder, and nothing relies on it
    private void pause(int attempts) {
        if (attempts < YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, NAP_NANOS);
        }
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
        word.setRelease(0);
    }
}
