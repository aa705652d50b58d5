package dev.ropewalk.actor.flow;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many elements an emitter may emit, and whether it has to be told that these are more.
 *
 * <p>Why no demand is forgotten. The subscription writes how many are granted, and then reads how many were emitted: if these were
 * all that were granted before, the emitter may have stopped, and is told. The emitter writes how many it has emitted, and then reads how many are
 * granted. All four are volatile, so at least one sees the other's write: either the emitter finds more to emit, or it is told.
 *
 * <p>Only the subscription's steps write {@code granted}. Any thread may emit, so {@code emitted} changes by compare-and-set, and never
 * exceeds what is granted. At the end it is set to {@code CLOSED}, from which nothing can be taken.
 */
final class Credit {
    private static final VarHandle GRANTED = VarHandles.of(MethodHandles.lookup(), "granted", long.class);
    private static final VarHandle EMITTED = VarHandles.of(MethodHandles.lookup(), "emitted", long.class);

    /** More than was ever emitted, and no less than what is granted. */
    private static final long CLOSED = Long.MAX_VALUE;

    private volatile long granted;
    private volatile long emitted;

    /** Grants so many elements in all; returns whether the emitter must be told of it. */
    boolean grant(long inAll) {
        long before = granted;
        if (inAll <= before) {
            return false;
        }
        GRANTED.setVolatile(this, inAll);
        return emitted == before;
    }

    /** Takes one for an element that is about to be emitted; returns false if none is left. */
    boolean take() {
        long before;
        do {
            before = emitted;
            if (before >= granted) {
                return false;
            }
        } while (!EMITTED.compareAndSet(this, before, before + 1));
        return true;
    }

    /** Gives one back that was taken for an element which doesn't come. */
    void giveBack() {
        long ignored = (long) EMITTED.getAndAdd(this, -1L); // this one has kept it from being closed
    }

    /** Returns how many are left. */
    long left() {
        long spent = emitted;
        long all = granted;
        if (spent == CLOSED) {
            return 0;
        }
        return all == Long.MAX_VALUE ? all : all - spent;
    }

    /** Lets nothing be taken any more, if so much was taken in all; returns whether it was. */
    boolean close(long inAll) {
        return EMITTED.compareAndSet(this, inAll, CLOSED);
    }
}
