package dev.ropewalk.channel.core;

import dev.ropewalk.base.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of a channel: one word, held for some tens of instructions. Draining a channel, closing it and failing it take that
 * for each element or waiting party.
 *
 * <p>Why a lock. A step of a channel concerns its buffer, both queues of waiting parties, its end and its counters; with one
 * lock each step is atomic, so that a try fails only for a reason, waiting parties are served in order, and a select can look
 * at several channels at one moment. It costs one atomic operation, no more than a lock-free queue needs for the same step.
 *
 * <p>Why spinning is safe here, where it otherwise is poison for virtual threads: who holds the lock never waits for anything.
 * Between {@link #lock} and {@link #unlock} there is no park, no yield, no monitor, and no foreign code; on this JDK a virtual
 * thread unmounts nowhere else. So the holder is always mounted, and the carrier that spins isn't the one that the holder
 * needs. What can hold the holder up is the operating system alone, when it takes its processor away; then spinning ends soon,
 * and the thread yields and at last sleeps for moments. Who holds other locks must not do that (a virtual thread would unmount
 * with them): it uses {@link #tryLock} and begins anew. All that is tried by whoever takes several locks.
 *
 * <p>A holder whose stack overflowed would leave it locked for ever. So whoever takes the lock has room on its stack for the step.
 *
 * <p>Why it excludes: the word goes from 0 to 1 by compare-and-set only, which one thread wins, and back by the winner's
 * release store. Whoever wins next has read that store, so that it sees all that was done under the lock.
 */
public abstract class ChannelLock {
    private static final VarHandle LOCKED;
    private static final int SPINS = 128;
    private static final int YIELDS = 64;
    private static final long NAP_NANOS = 50_000;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(ChannelLock.class, "locked", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // accessed through LOCKED
    private volatile int locked;

    /**
     * Takes the lock; the caller holds no other.
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

    /** Takes the lock unless it is held for longer than it should; the caller may hold others. */
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

    /** Lets others run after an attempt in vain; the caller holds no lock. */
    @SuppressWarnings("ThreadPriorityCheck") // a yield is a favour to the holder, and nothing relies on it
    public static void pause(int attempts) {
        try {
            if (attempts < YIELDS) {
                Thread.yield();
            } else {
                nap();
            }
        } catch (StackOverflowError noStack) {
            Thread.onSpinWait(); // a virtual thread needs much stack to yield
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

    public final void unlock() {
        LOCKED.setRelease(this, 0);
    }
}
