package dev.ropewalk.pipeline;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;

/**
 * Has a processor make its steps until it is halted: in a thread of its own, or as a strand. It is told, while it sleeps, when
 * there may be something to do.
 */
abstract class Runner<E> extends Signal {
    /** How often claims of producers that have died are looked for, while a claim holds the stage up. */
    static final long STALL_NANOS = 10_000_000;

    /** How long somebody sleeps at most that was added to a running pipeline, for its first sleeps: see {@link Signals}. */
    static final long SETTLING_NANOS = 1_000_000;

    private static final int SETTLING_SLEEPS = 100;

    final Processor<E> processor;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile int settling;

    Runner(Processor<E> processor, boolean late) {
        this.processor = processor;
        settling = late ? SETTLING_SLEEPS : 0;
    }

    /** Has the runner not rely on being told for a while, since who is to tell it has changed. */
    final void settle() {
        settling = SETTLING_SLEEPS;
    }

    /** Begins, and returns when whatever could go wrong in the beginning hasn't. */
    abstract void start();

    /** Returns whether those in front must tell this one of their advance. */
    abstract boolean needsSignals();

    /** Interrupts whatever the processor does. */
    abstract void interrupt();

    /** Lets the processor's next step be the last, and wakes it for that. */
    final void halt() {
        processor.halt();
        VarHandle.fullFence();
        wake();
    }

    /** Wakes the processor if it sleeps. */
    abstract void wake();

    final void completeEnd() {
        ended.complete(null);
    }

    final CompletableFuture<Void> ended() {
        return ended;
    }

    /** Returns for how long to sleep at most. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // a sleep more or less doesn't matter
    final long longestSleep() {
        if (processor.node.barrier.isStalled(processor.awaited())) {
            return STALL_NANOS;
        }
        if (settling > 0) {
            settling--;
            return SETTLING_NANOS;
        }
        return Parking.FOREVER;
    }

    /** Gives up the claims of dead producers, if one may hold the stage up. */
    final void lookForTheDead() {
        if (processor.node.barrier.isStalled(processor.awaited())) {
            processor.node.shared.abortClaimsOfTheDead();
        }
    }
}
