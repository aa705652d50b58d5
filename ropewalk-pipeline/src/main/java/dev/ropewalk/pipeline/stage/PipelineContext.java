package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
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
public record PipelineContext<E>(
        String name,
        Ring<E> ring,
        Sequencer sequencer,
        CapacityWaiters waiters,
        Lifecycle lifecycle,
        FailureLog log,
        Stages<E> stages,
        @Nullable EventClearer<E> clearer,
        @Nullable Scheduler scheduler,
        ThreadFactory threads,
        ProducerRegistry producers) {

    /**
     * Throws if the calling code is part of a handler of this pipeline, or of the hook that clears its events.
     *
     * @param what it would wait for
     */
    public void checkNotWithin(String what) {
        if (clearer != null && clearer.isCurrent()) {
            throw new IllegalStateException(
                    "the hook that clears events would wait for itself: " + what + " of its own pipeline " + name);
        }
        stages.checkNotWithin(what);
    }

    /** Ends the pipeline for a reason. */
    public void fail(Throwable cause) {
        if (lifecycle.fail(cause)) {
            stages.halt();
            waiters.wakeAll();
            stages.tellEndWatches();
        }
    }

    /** Called by a stage that has advanced and that no stage waits for. */
    void stageAdvanced() {
        if (clearer != null) {
            clearer.advance();
        }
        waiters.advanced();
    }

    /** Called by a stage that finds nothing more to do, and whenever the stages have changed. */
    void stageIdle() {
        if (clearer != null) {
            clearer.advance();
        }
        waiters.idle();
    }

    /**
     * Called when something has ended that may have been the last: a runner, a poll, a publication. When the pipeline has ended and
     * no handler runs any more, what is left is cleared, and then the pipeline is terminated.
     */
    public void endIfOver() {
        if (!lifecycle.hasEndedNow() || !stages.isOver()) {
            return;
        }
        if (clearer == null) {
            terminate();
            return;
        }
        boolean asked = false;
        try {
            AsymmetricFence.heavy();
            clearer.abandon(this::terminate);
            asked = true;
        } finally {
            if (!asked) {
                terminate();
            }
        }
    }

    private void terminate() {
        try {
            log.end();
        } finally {
            lifecycle.terminate();
        }
    }
}
