package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.scheduler.park.Parking;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has a processor make its steps until it is halted: in a thread of its own, or as a strand. It is told, while it sleeps, when
 * there may be something to do.
 */
public abstract class Runner<E> extends Signal {
    /** How often claims of producers that have died are looked for, while a claim holds the stage up. */
    public static final long STALL_NANOS = 10_000_000;

    final Processor<E> processor;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AtomicBoolean finished = new AtomicBoolean();
    final StallPause stallPause = new StallPause(STALL_NANOS);

    Runner(Processor<E> processor) {
        this.processor = processor;
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

    /**
     * Ends, once, however it came to that: tells the handler, and then the waiting threads. Called by the thread that would make
     * the next step, so no other thread is in the handler.
     */
    final void finish() {
        if (finished.compareAndSet(false, true)) {
            try {
                processor.end();
            } finally {
                tellOfEnd();
                processor.stage.context.endIfOver();
            }
        }
    }

    /** What follows, such as the refusal of a rebalance, may not wait for the thread that tells it. */
    private void tellOfEnd() {
        processor.enter();
        try {
            ended.complete(null);
        } finally {
            processor.leave();
        }
    }

    /** Ends the pipeline for a reason. Waiters that go on here may not wait for the thread that tells them. */
    final void failPipeline(Throwable cause) {
        processor.enter();
        try {
            processor.stage.context.fail(cause);
        } finally {
            processor.leave();
        }
    }

    /** Returns whether the calling code is part of the handler, or runs where this runner can't go on meanwhile. */
    boolean isCurrent() {
        return processor.isCurrent();
    }

    /** Goes on in a thread of its own; in the calling one, if there can be none. */
    final void runElsewhere(Runnable rest) {
        try {
            newThread(rest).start();
        } catch (Throwable e) {
            processor.stage.context.log().reportHook(processor.name, "starting a thread", e);
            rest.run();
        }
    }

    private Thread newThread(Runnable body) {
        processor.enter();
        try {
            return Objects.requireNonNull(
                    processor.stage.context.threads().newThread(body), "the thread factory returned null");
        } finally {
            processor.leave();
        }
    }

    final boolean isFinished() {
        return finished.get();
    }

    final CompletableFuture<Void> ended() {
        return ended;
    }

    /** Returns whether a claim that isn't published holds the stage up; a recording will tell how long it does. */
    final boolean lookForStall() {
        long awaited = processor.awaited();
        boolean stalled = processor.stage.barrier.isStalled(awaited);
        if (stalled && FlightRecorderState.isUsed()) {
            processor.beginStall(awaited);
        }
        return stalled;
    }

    /** Returns for how long to sleep at most. */
    final long longestSleep() {
        return lookForStall() ? stallPause.nextNanos() : Parking.FOREVER;
    }

    /** Gives up the claims of dead producers, if one may hold the stage up. */
    final void lookForTheDead() {
        if (lookForStall()) {
            processor.enter();
            try {
                processor.stage.context.producers().abortClaimsOfTheDead();
            } finally {
                processor.leave();
            }
        }
    }
}
