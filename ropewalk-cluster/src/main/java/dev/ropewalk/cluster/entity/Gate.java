package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A gate through which senders go while they send. Once it is closed nobody comes in any more, and when the last one has left the subclass is told,
 * once: everything that was sent has arrived by then.
 *
 * <p>One word holds how many are inside, and two bits: closed, and told. Beside it there is a place for one that comes while the place is free: it
 * pays for one atomic operation, where to be counted takes two.
 *
 * <p>Why everything has arrived. To come in is to add one to the word by an atomic operation that shows whether the gate was closed before
 * it. If it wasn't, the sender is counted when the closer sets its bit, in the order of the atomic operations on the word; the count is
 * then above zero until that sender leaves, after it has sent. A sender that finds the gate closed takes its one back, and doesn't
 * send. The one in the place takes that by a compare-and-set and then looks at the word; if the gate isn't closed there, the bit is set behind both. So
 * whoever sees the bit sees the place taken until that sender has left.
 *
 * <p>Why the subclass is told, and once. Whoever sees the word closed with nobody counted, be it the closer or one that leaves, and sees the place
 * free <em>afterwards</em>, tries to set the second bit by a compare-and-set from exactly that word. It fails only if the bit was set, or if another has come in to
 * find the gate closed: that one leaves again, and tries then.
 *
 * <p>Why somebody tries. The one in the place frees it and then looks at the word, without a fence between: so it may miss the bit, or that the last of the
 * others has left. Whoever has done that and sees the place taken makes the heavy half of an {@link AsymmetricFence} and looks again. Either it sees the place
 * free then, or the one that frees it sees the word. Nobody pays for that fence unless one is inside when the gate is closed.
 */
abstract class Gate {
    private static final VarHandle WORD = VarHandles.of(MethodHandles.lookup(), "word", int.class);
    private static final VarHandle PLACE = VarHandles.of(MethodHandles.lookup(), "place", int.class);

    /** The sign, so that one comparison tells. */
    private static final int CLOSED = 1 << 31;

    private static final int TOLD = 1 << 30;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private volatile int word;
    private volatile int place;

    /** Comes in by the place for one, to leave by {@link #leavePlace} in any case; returns false if it is taken or the gate is closed. */
    final boolean enterPlace() {
        StackRoom.require(); // to leave takes no more of it
        if ((int) PLACE.getOpaque(this) != FREE || !PLACE.compareAndSet(this, FREE, TAKEN)) {
            return false;
        }
        if (word >= 0) {
            return true;
        }
        leavePlace();
        return false;
    }

    final void leavePlace() {
        PLACE.setRelease(this, FREE);
        AsymmetricFence.light();
        tellIfUntold();
    }

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
            tellIfUntold();
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
        if (word == CLOSED && isPlaceLeft()) {
            tell();
        }
    }

    /** Returns whether nobody is in the place; if not, the one that is there sees what the caller has seen. */
    private boolean isPlaceLeft() {
        if (place == FREE) {
            return true;
        }
        AsymmetricFence.heavy();
        return place == FREE;
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
