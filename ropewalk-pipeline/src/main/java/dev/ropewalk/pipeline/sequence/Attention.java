package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a publication concerns anyone but stages that look by themselves, in one word: mostly it doesn't. So a publisher reads
 * one word, and not whether there are sleepers, whether claims are held up, and whether the pipeline has ended.
 *
 * <p>Why nothing is missed. A reason is raised before what it stands for is written, and withdrawn afterwards, so that
 * the word is never zero while there is one. A publisher writes that an event is published, makes the light side of an
 * {@link AsymmetricFence}, and then reads the word. The thread that raises a reason makes the heavy side, and then looks what
 * is published. One of the two sees the other, as it would with the reasons themselves.
 */
public final class Attention {
    private static final VarHandle BITS = VarHandles.of(MethodHandles.lookup(), "bits", int.class);

    /** There are stages that must be told of events. */
    static final int SLEEPERS = 1;

    /** There may be claims that no stage waits for. */
    static final int OPEN_CLAIMS = 1 << 1;

    /** The pipeline has ended, or is about to. */
    public static final int END = 1 << 2;

    /** Read with each publication, written when the pipeline or its stages change. */
    private volatile int bits;

    /** Returns whether there is any reason to look at more. */
    public boolean isNeeded() {
        return bits != 0;
    }

    /** Adds a reason. Called before what it stands for is written. */
    public void raise(int reason) {
        int ignored = (int) BITS.getAndBitwiseOr(this, reason);
    }

    /** Takes a reason away. Called after what it stood for was. */
    void withdraw(int reason) {
        int ignored = (int) BITS.getAndBitwiseAnd(this, ~reason);
    }
}
