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
 * <p>One word holds how many are inside, and two bits: closed, and told. Beside it there are two places for one. Whoever finds the first free pays for one atomic operation, where to be counted takes two.
 * The second belongs to one thread, the owner, which pays for none: a thread that has taken the first very often, and nobody else between, gets it if the {@link GateOwners} allow that.
 *
 * <p>Why everything has arrived. To come in is to add one to the word by an atomic operation that shows whether the gate was closed before
 * it. If it wasn't, the sender is counted when the closer sets its bit, in the order of the atomic operations on the word; the count is
 * then above zero until that sender leaves, after it has sent. A sender that finds the gate closed takes its one back, and doesn't
 * send. The one in the first place takes that by a compare-and-set and then looks at the word; if the gate isn't closed there, the bit is set behind both. So
 * whoever sees the bit sees the place taken until that sender has left.
 *
 * <p>The owner takes its place by a plain store and then looks at the word. So the bit may have been set between, and whoever looks at the place may not see it taken. Hence who closes a gate that has an owner makes the heavy half of an
 * {@link AsymmetricFence} before it looks: either it sees the place taken then, or the owner sees the bit. A thread becomes the owner while it is in the first place, with the gate open. So who sees the bit, and then that place free,
 * sees afterwards whether there is an owner: there will be none later.
 *
 * <p>Why the subclass is told, and once. Whoever sees the word closed with nobody counted, be it the closer or one that leaves, and sees the places
 * free <em>afterwards</em>, tries to set the second bit by a compare-and-set from exactly that word. It fails only if the bit was set, or if another has come in to
 * find the gate closed: that one leaves again, and tries then.
 *
 * <p>Why somebody tries. The one in a place frees it and then looks at the word, without a fence between: so it may miss the bit, or that the last of the
 * others has left. Whoever has done that and sees the place taken makes the heavy half of the fence and looks again. Either it sees the place
 * free then, or the one that frees it sees the word. Nobody pays for that fence unless one is inside when the gate is closed, or there is an owner.
 *
 * <p>Threads are known by their numbers. One that has ended keeps what its task has captured, and a gate may be open for ever.
 */
abstract class Gate {
    /** Nobody was let in. */
    static final int REFUSED = 0;

    /** In the place for one. */
    static final int IN_PLACE = 1;

    /** In the owner's place. */
    static final int IN_OWN = 2;

    private static final VarHandle WORD = VarHandles.of(MethodHandles.lookup(), "word", int.class);
    private static final VarHandle PLACE = VarHandles.of(MethodHandles.lookup(), "place", int.class);
    private static final VarHandle OWN = VarHandles.of(MethodHandles.lookup(), "own", int.class);

    /** The sign, so that one comparison tells. */
    private static final int CLOSED = 1 << 31;

    private static final int TOLD = 1 << 30;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    /** No thread has this number. */
    private static final long NOBODY = 0;

    /** As many times in a row a thread takes the first place before it becomes the owner: what it saves then is about what the fence costs in the end. */
    private static final int RUN = 1 << 16;

    private final GateOwners owners;
    private volatile int word;
    private volatile int place;

    /** Whether the owner is in its place; written by that alone. */
    private volatile int own;

    /** The owner's number, 0 if there is none. Set in the first place, and cleared when all have left. */
    private volatile long owner;

    /** The lower half of the number of the thread that has taken the first place last; belongs to the one in that place, as the next field does. */
    private int last;

    private int run;

    Gate(GateOwners owners) {
        this.owners = owners;
    }

    /**
     * Comes in by a place for one.
     *
     * @return in which place, to leave that by {@link #leavePlace} in any case; {@link #REFUSED} if it is taken or the gate is closed
     */
    final int enterPlace() {
        StackRoom.require(); // to leave takes no more of it
        if (owner == Thread.currentThread().threadId() && (int) OWN.get(this) == FREE) {
            return enter(IN_OWN);
        }
        boolean isTaken = (int) PLACE.getOpaque(this) == FREE && PLACE.compareAndSet(this, FREE, TAKEN);
        return isTaken ? enter(IN_PLACE) : REFUSED;
    }

    private int enter(int where) {
        if (where == IN_OWN) {
            OWN.setOpaque(this, TAKEN);
            AsymmetricFence.light();
        }
        if (word >= 0) {
            if (where == IN_PLACE) {
                count();
            }
            return where;
        }
        leavePlace(where);
        return REFUSED;
    }

    final void leavePlace(int where) {
        (where == IN_OWN ? OWN : PLACE).setRelease(this, FREE);
        AsymmetricFence.light();
        tellIfUntold();
    }

    /** Counts how often the calling thread has taken the first place, which it is in. */
    private void count() {
        int caller = (int) Thread.currentThread().threadId();
        if (last != caller) {
            last = caller;
            run = 0;
        } else if (++run == RUN) {
            run = 0;
            own();
        }
    }

    /** Makes the calling thread, which is in the first place, the owner, if there is none yet and there may be one. */
    final void own() {
        if (owner == NOBODY && owners.take()) {
            owner = Thread.currentThread().threadId();
        }
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
        if (word == CLOSED && arePlacesLeft()) {
            tell();
        }
    }

    /** Returns whether nobody is in the places; if not, the one that is there sees what the caller has seen. */
    private boolean arePlacesLeft() {
        if (place == FREE && owner == NOBODY) {
            return true;
        }
        AsymmetricFence.heavy();
        return place == FREE && own == FREE;
    }

    private void tell() {
        if (!WORD.compareAndSet(this, CLOSED, CLOSED | TOLD)) {
            return;
        }
        disown();
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

    /** Everybody has left; called by one thread at a time. */
    private void disown() {
        if (owner != NOBODY) {
            owner = NOBODY;
            owners.giveBack();
        }
    }

    /** The gate is closed, and the last one has left. Called by that one, by the closer, or by one that finds that it was in vain. */
    abstract void left();
}
