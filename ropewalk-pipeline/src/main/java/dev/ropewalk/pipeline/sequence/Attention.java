package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a publication concerns anyone but stages that look by themselves, and whether a claim may be refused, in one word: mostly
 * neither is so. So a publisher reads one word, and not whether there are sleepers, whether claims are held up, and whether the
 * pipeline is closing or has ended.
 *
 * <p>Why nothing is missed. A reason is raised before what it stands for is written, and withdrawn afterwards, so that
 * the word is never zero while there is one. A publisher writes that an event is published, makes the light side of an
 * {@link AsymmetricFence}, and then reads the word. The thread that raises a reason makes the heavy side, and then looks what
 * is published. One of the two sees the other, as it would with the reasons themselves. A claim is written before the word is read
 * likewise, and the thread that closes raises its reason before it looks what is claimed.
 */
public class Attention {
    private static final VarHandle BITS = VarHandles.of(MethodHandles.lookup(), "bits", int.class);

    /** There are stages that must be told of events. */
    static final int SLEEPERS = 1;

    /** There may be claims that no stage waits for. */
    static final int OPEN_CLAIMS = 1 << 1;

    /** The pipeline has ended, or is about to. */
    public static final int END = 1 << 2;

    /** Claims are refused, or are about to be. */
    public static final int CLOSING = 1 << 3;

    /** Read with each publication, written when the pipeline or its stages change. */
    private volatile int bits;

    /** Returns whether there is any reason to look at more. */
    public final boolean isNeeded() {
        return bits != 0;
    }

    /** Returns whether claims may be refused. Asked by a thread that has claimed. */
    public final boolean mayRefuse() {
        return (bits & (CLOSING | END)) != 0;
    }

    /** Adds a reason. Called before what it stands for is written. */
    public final void raise(int reason) {
        int ignored = (int) BITS.getAndBitwiseOr(this, reason);
    }

    /** Takes a reason away. Called after what it stood for was. */
    final void withdraw(int reason) {
        int ignored = (int) BITS.getAndBitwiseAnd(this, ~reason);
    }
}
