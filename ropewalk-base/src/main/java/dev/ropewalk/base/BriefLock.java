package dev.ropewalk.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock of one word for sections of some tens of nanoseconds, which wait for nothing and run no code of users.
 *
 * <p>Why it has no queue. Workers of a scheduler take it, and virtual threads that these workers carry. If a virtual thread were
 * the first in a queue, and all workers stood behind it, no worker would be left to carry it. Here a thread waits for the
 * holder only. The holder is mounted, because between {@link #lock} and {@link #unlock} there is no park, no yield and no
 * monitor, and a virtual thread unmounts nowhere else. Only the operating system can hold it up, when it takes the holder's
 * processor away. So a thread that finds the lock taken looks again for about a microsecond, then yields, and at last sleeps
 * for moments.
 *
 * <p>A thread that holds another lock of this kind must not yield, since a virtual thread would unmount with it. It uses
 * {@link #tryLock}, and gives its locks back when that fails.
 *
 * <p>A holder whose stack overflowed would leave the lock taken for ever. So {@link #lock} first looks for enough stack.
 *
 * <p>It is never contended in a simulation, and so spins and naps by the JVM's own means: a simulated thread is stopped only where
 * it announces a step, and no step is announced between {@link #lock} and {@link #unlock}.
 *
 * <p>Why it excludes: the word goes from 0 to 1 by compare-and-set only, which one thread wins, and back by the winner's release
 * store. The next winner has read that store, so it sees all that was done under the lock.
 */
public class BriefLock {
    private static final VarHandle LOCKED = VarHandles.of(MethodHandles.lookup(), "locked", int.class);

    private static final int SPINS = 128;
    private static final int YIELDS = 64;
    private static final long NAP_NANOS = 50_000;

    @SuppressWarnings("UnusedVariable") // accessed through LOCKED
    private volatile int locked;

    /** Makes a lock that is free. What the lock guards may extend it instead, which saves an object. */
    public BriefLock() {}

    /**
     * Takes the lock; the caller holds no other of this kind.
     *
     * @throws StackOverflowError if the caller has too little stack for what is done under the lock
     */
    public final void lock() {
        StackRoom.requireForStep();
        if (!LOCKED.compareAndSet(this, 0, 1)) {
            lockContended();
        }
    }

    private void lockContended() {
        for (int attempts = 0; !trySpinning(); attempts++) {
            pause(attempts);
        }
    }

    /** Takes the lock unless it is held for longer than it should; the caller may hold others, and has room on its stack. */
    public final boolean tryLock() {
        return LOCKED.compareAndSet(this, 0, 1) || trySpinning();
    }

    private boolean trySpinning() {
        for (int i = 0; i < SPINS; i++) {
            if ((int) LOCKED.getOpaque(this) == 0 && LOCKED.compareAndSet(this, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Gives the lock back. */
    public final void unlock() {
        LOCKED.setRelease(this, 0);
    }

    /**
     * Lets other threads run after an attempt in vain; the caller holds no lock.
     *
     * @param attempts how many attempts have failed before this one
     */
    @SuppressWarnings("ThreadPriorityCheck") // a yield is a favour to the holder, and nothing relies on it
    public static void pause(int attempts) {
        try {
            if (attempts < YIELDS) {
                Thread.yield();
            } else {
                nap();
            }
        } catch (StackOverflowError | OutOfMemoryError noRoom) {
            Thread.onSpinWait(); // a virtual thread needs much stack to yield, and memory
        }
    }

    /** Sleeps, interrupted or not. An interrupt leaves a permit behind, with which the first park returns at once. */
    private static void nap() {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + NAP_NANOS;
        try {
            for (long left = NAP_NANOS; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
