package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whom to tell of an advance. Empty where all who wait do so by looking again and again: then telling costs nothing.
 *
 * <p>The set changes when stages are added and removed. Somebody who advances at that very moment may still read the old one;
 * whoever was added must not rely on being told until that is over.
 */
final class Signals {
    private static final VarHandle ALL;

    static {
        try {
            ALL = MethodHandles.lookup().findVarHandle(Signals.class, "all", Signal[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // accessed through ALL
    private Signal[] all = {};

    void set(Signal[] signals) {
        ALL.setVolatile(this, signals);
    }

    /** Tells all of an advance that the caller has written before. */
    void raise() {
        Signal[] signals = (Signal[]) ALL.getAcquire(this);
        if (signals.length > 0) {
            VarHandle.fullFence();
            for (Signal signal : signals) {
                signal.raise();
            }
        }
    }
}
