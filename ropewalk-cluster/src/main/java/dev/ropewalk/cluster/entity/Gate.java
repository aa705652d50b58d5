package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A gate through which senders go while they send. Once it is closed nobody comes in any more, and when the last one has left the subclass is told,
 * once: everything that was sent has arrived by then.
 *
 * <p>One word holds how many are inside, and two bits: closed, and told.
 *
 * <p>Why everything has arrived. To come in is to add one to the word by an atomic operation that shows whether the gate was closed before
 * it. If it wasn't, the sender is counted when the closer sets its bit, in the order of the atomic operations on the word; the count is
 * then above zero until that sender leaves, after it has sent. A sender that finds the gate closed takes its one back, and doesn't
 * send.
 *
 * <p>Why the subclass is told, and once. Whoever makes the word closed with nobody inside, be it the closer or one that leaves, tries to set the
 * second bit by a compare-and-set from exactly that word. It fails only if the bit was set, or if another has come in to find the gate
 * closed: that one leaves again, and tries then.
 */
abstract class Gate {
    private static final VarHandle WORD = VarHandles.of(MethodHandles.lookup(), "word", int.class);

    /** The sign, so that one comparison tells. */
    private static final int CLOSED = 1 << 31;

    private static final int TOLD = 1 << 30;

    private volatile int word;

    /** Comes in, to leave again in any case; returns false if the gate is closed. */
    final boolean enter() {
        StackRoom.require(); // to leave takes no more of it
        if ((int) WORD.getAndAdd(this, 1) >= 0) {
            return true;
        }
        leave();
        return false;
    }

    final void leave() {
        if ((int) WORD.getAndAdd(this, -1) == CLOSED + 1) {
            tell();
        }
    }

    /**
     * Lets nobody in any more; returns false if the gate was closed before. The closer, who counts that, calls {@link #tellIfUntold} afterwards in any case.
     */
    final boolean close() {
        StackRoom.require();
        return (int) WORD.getAndBitwiseOr(this, CLOSED) >= 0;
    }

    public final boolean isClosed() {
        return word < 0;
    }

    /** Tells if nobody is inside any more; also if that has failed before, for want of memory. */
    final void tellIfUntold() {
        if (word == CLOSED) {
            tell();
        }
    }

    private void tell() {
        if (!WORD.compareAndSet(this, CLOSED, CLOSED | TOLD)) {
            return;
        }
        boolean told = false;
        try {
            left();
            told = true;
        } finally {
            if (!told) {
                int ignored = (int) WORD.getAndBitwiseAnd(this, ~TOLD);
            }
        }
    }

    /** The gate is closed, and the last one has left. Called by that one, by the closer, or by one that finds that it was in vain. */
    abstract void left();
}
