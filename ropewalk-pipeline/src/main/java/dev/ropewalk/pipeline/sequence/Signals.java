package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The waiters to tell of an advance. Empty where all of them wait by looking again and again: then telling costs nothing.
 *
 * <p>The set changes when stages are added and removed. The advancing party writes how far and then reads the set; the thread
 * that changes the set then looks, or has others look, how far that is. An {@link AsymmetricFence} lies between the two: either
 * the new set is read and those in it are told, or they see the advance when they look.
 */
public final class Signals {
    private static final VarHandle ALL = VarHandles.of(MethodHandles.lookup(), "all", Signal[].class);

    @SuppressWarnings("UnusedVariable") // accessed through ALL
    private Signal @Nullable [] all;

    /** Of those who publish; null where no publisher has one. */
    private final @Nullable Attention attention;

    public Signals() {
        attention = null;
    }

    Signals(Attention attention) {
        this.attention = attention;
    }

    /** Changes the set. The caller makes the heavy fence before any waiter in it looks for an advance and sleeps. */
    public void set(Signal[] signals) {
        if (attention != null && signals.length > 0) {
            attention.raise(Attention.SLEEPERS);
        }
        ALL.setVolatile(this, signals.length == 0 ? null : signals);
        if (attention != null && signals.length == 0) {
            attention.withdraw(Attention.SLEEPERS);
        }
    }

    /** Tells all of an advance that the caller has written before. */
    public void raise() {
        AsymmetricFence.light();
        Signal @Nullable [] signals = (Signal[]) ALL.getAcquire(this);
        if (signals != null) {
            VarHandle.fullFence();
            for (Signal signal : signals) {
                signal.raise();
            }
        }
    }
}
