package dev.ropewalk.base;

import java.lang.foreign.Arena;
import java.lang.invoke.VarHandle;

/**
 * A full fence between two threads that one of them pays for both. The thread that goes through its code millions of times a
 * second calls {@link #light}, which costs nothing; the other, which comes once in a while, calls {@link #heavy}.
 *
 * <p>What it promises is what two full fences do. Let one thread write a word, make the fence, and read another, and the other
 * thread write the other word, make the fence, and read the first. Then one of them at least sees the other's write.
 *
 * <p>Why it holds. To close a shared arena the JVM lets every thread stop at a safepoint poll, or finds it where it runs no Java
 * code, and goes on when each has passed that point with a full fence: otherwise a thread could still touch memory that is
 * given back. The fast thread's write and read lie on either side of that point. If its write came before, the slow thread
 * sees it after {@link #heavy} has returned. If its write came after, so did its read, which then sees what the slow
 * thread wrote before it called. No poll comes between two instructions that the compiler has exchanged.
 *
 * <p>This is the membarrier of Linux (Desnoyers) and the asymmetric fence of P1202 (Goldblatt), by means of the JDK alone. Where a
 * JVM has no shared arenas, each side has a fence of its own.
 */
public final class AsymmetricFence {
    /** Whether the other threads can be made to pass a fence. */
    private static final boolean SUPPORTED = probeSharedArenas();

    private AsymmetricFence() {}

    private static boolean probeSharedArenas() {
        try {
            Arena.ofShared().close();
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    /** The fence of the thread that is in a hurry: between its write and its read. */
    public static void light() {
        if (!SUPPORTED) {
            VarHandle.fullFence();
        }
    }

    /** The fence of the other thread. It waits until every thread of the JVM has passed a safepoint poll: up to milliseconds. */
    public static void heavy() {
        VarHandle.fullFence();
        if (SUPPORTED) {
            Arena.ofShared().close();
            VarHandle.fullFence();
        }
    }
}
