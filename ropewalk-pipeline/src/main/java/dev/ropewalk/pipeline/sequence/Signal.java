package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A waiter that may want to be told that another party has advanced. It is armed while it waits, so that otherwise telling it
 * costs the advancing party one read.
 *
 * <p>Why no wake-up is lost. The waiter arms the signal, then looks once more for what it waits for, and waits only if it isn't
 * there. The advancing party writes how far, then looks whether the signal is armed. There is a full fence between the two on
 * either side, so that at least one sees the other's write.
 */
public abstract class Signal extends SignalState {
    int q0;
    long q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    /** Called by the party that has advanced, after a fence. */
    public final void raise() {
        if ((int) ARMED.getOpaque(this) != 0) {
            fire();
        }
    }

    /** Arms the signal; what the caller reads next is no older than that. */
    public final void arm() {
        ARMED.setVolatile(this, 1);
        VarHandle.fullFence();
    }

    /** Returns whether the signal was armed and isn't any more, by this call. */
    protected final boolean disarm() {
        return (int) ARMED.getOpaque(this) != 0 && ARMED.compareAndSet(this, 1, 0);
    }

    protected final boolean isArmed() {
        return (int) ARMED.getAcquire(this) != 0;
    }

    /** Called if the signal is armed, by any thread, and perhaps by several at once. */
    protected abstract void fire();
}

/** Whether a signal is armed: read by advancing parties, written only around a wait. */
abstract class SignalState extends CacheLinePadding {
    static final VarHandle ARMED = VarHandles.of(MethodHandles.lookup(), "armed", int.class);

    @SuppressWarnings("UnusedVariable") // accessed through ARMED
    private int armed;
}
