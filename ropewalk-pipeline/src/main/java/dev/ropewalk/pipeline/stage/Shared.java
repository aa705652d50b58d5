package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.capacity.Room;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.AsymmetricFence;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a pipeline share.
 *
 * @param name the pipeline's
 * @param scheduler of its strands, if it has any
 * @param threads makes those of stages that have some
 * @param producers whose claims may have to be given up
 */
public record Shared<E>(
        String name,
        Ring<E> ring,
        Sequencer sequencer,
        Room room,
        Lifecycle lifecycle,
        FailureLog log,
        Stages<E> stages,
        @Nullable Clearing<E> clearing,
        @Nullable Scheduler scheduler,
        ThreadFactory threads,
        Producers<E> producers) {

    /** Ends the pipeline for a reason. */
    public void fail(Throwable cause) {
        if (lifecycle.fail(cause)) {
            stages.halt();
            room.wakeAll();
        }
    }

    /** To be called after the beginning of a wait that looks at nothing else: the pipeline's end may have missed it. */
    public void wakeAllIfEnded() {
        if (lifecycle.hasEnded()) {
            room.wakeAll();
        }
    }

    /** Called by a stage that has advanced and that no stage waits for. */
    void freed() {
        if (clearing != null) {
            clearing.advance();
        }
        room.advanced();
    }

    /** Called by a stage that finds nothing more to do, and whenever the stages have changed. */
    void idle() {
        if (clearing != null) {
            clearing.advance();
        }
        room.idle();
    }

    /** Takes a stage out that makes no more steps; called with the lock of the stages, and followed by {@link #idle} without it. */
    void takeOut(Node<E> node) {
        sequencer.holdOpenClaims(node.position(), stages.all().size() == 1);
        stages.take(node);
        stages.link(this);
        AsymmetricFence.heavy();
    }

    public long remainingCapacity() {
        long used = sequencer.claimed() - sequencer.consumed();
        return (long) sequencer.capacity - Math.clamp(used, 0, sequencer.capacity);
    }

    /** Gives up the claims of producers whose threads have ended; returns whether there were any. */
    public boolean abortClaimsOfTheDead() {
        boolean any = producers.abortClaimsOfTheDead();
        if (any) {
            tellOfGivenUp();
        }
        return any;
    }

    /**
     * Tells stages and those who wait of a claim that was given up for a dead owner. Called without a lock: a scheduler that has ended makes
     * this thread wake all who wait, by way of their executors.
     */
    public void tellOfGivenUp() {
        sequencer.signals.raise();
        room.idle();
    }

    /**
     * Ends a claim, by publishing it or not; what is refused since the pipeline has ended is never handled. What is published while
     * the pipeline ends is seen by whoever looks for what is left, or the end is seen here.
     */
    public void end(long low, long high, boolean publishes) {
        if (!publishes) {
            abort(low, high);
        } else if (lifecycle.hasEnded()) {
            abort(low, high);
            throw lifecycle.refusal();
        } else {
            sequencer.publish(low, high);
            tellOfEnd(low);
            if (lifecycle.hasEnded()) {
                endIfOver();
            }
        }
    }

    private void abort(long low, long high) {
        sequencer.abort(low, high);
        tellOfEnd(low);
    }

    /** Tells those who wait for a claim that has ended, if no stage does. What waits runs in this thread: it holds no lock. */
    private void tellOfEnd(long low) {
        AsymmetricFence.light();
        if (sequencer.isOneOfOpenClaims(low)) {
            room.idle();
        }
    }

    /**
     * Called when something has ended that may have been the last: a runner, a poll, a publication. When the pipeline has ended and
     * no handler runs any more, what is left is cleared.
     */
    public void endIfOver() {
        if (lifecycle.hasEndedNow() && stages.isOver()) {
            try {
                if (clearing != null) {
                    AsymmetricFence.heavy();
                    clearing.abandon();
                }
                log.end();
            } finally {
                lifecycle.terminate();
            }
        }
    }
}
