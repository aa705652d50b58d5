package dev.ropewalk.limit.waiter;

import dev.ropewalk.base.StackRoom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for sections of some tens of nanoseconds, which wait for nothing and run nothing of the user's.
 *
 * <p>Why not one with a queue: workers of a scheduler and virtual threads that these workers carry take it. If a virtual thread
 * were the first in the queue, and all workers stood behind it, nobody would be left to carry it. Here nobody waits for anyone
 * but the holder, which goes on because it has a thread, and waits for nothing. What can hold it up is the operating system
 * alone, when it takes its processor away; so who finds the lock taken looks again for about a microsecond, then yields, and at
 * last sleeps for moments.
 *
 * <p>A holder whose stack overflowed would leave it locked for ever. So whoever takes the lock has room on its stack for the section.
 *
 * <p>Why it excludes: the word goes from 0 to 1 by compare-and-set only, which one thread wins, and back by the winner's release
 * store, which whoever wins next has read.
 */
public class BriefLock {
    private static final int LOOKS = 128;
    private static final int YIELDS = 64;
    private static final long NAP_NANOS = 50_000;

    private final AtomicInteger word = new AtomicInteger();

    /**
     * Takes the lock.
     *
     * @throws StackOverflowError if the caller has too little stack for what is done under the lock
     */
    public void lock() {
        StackRoom.requireForStep();
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
        try {
            if (attempts < YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        } catch (StackOverflowError noStack) {
            Thread.onSpinWait(); // a virtual thread needs much stack to yield
        }
    }

    public void unlock() {
        word.setRelease(0);
    }
}
