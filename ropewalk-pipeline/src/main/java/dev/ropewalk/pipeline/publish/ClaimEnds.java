package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.sequence.AsymmetricFence;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;

/**
 * The two ends of a claim: its events are published, or aborted.
 *
 * <p>Why no publication is lost unnoticed. The publishing thread publishes and then looks once more whether the
 * pipeline has ended. The thread that ends the pipeline writes that and then looks for what is left. So either that thread sees
 * the events, or the publishing thread sees the end and has the rest cleared.
 */
final class ClaimEnds<E> {
    private final PipelineContext<E> context;

    ClaimEnds(PipelineContext<E> context) {
        this.context = context;
    }

    /**
     * Publishes claimed events.
     *
     * @throws dev.ropewalk.pipeline.PipelineClosedException if the pipeline has ended: the events are aborted
     */
    void publish(long low, long high) {
        Steps.before(StepKind.PUBLISH, context.lifecycle());
        if (context.lifecycle().hasEnded()) {
            abortNow(low, high);
            throw context.lifecycle().refusal();
        }
        context.sequencer().publish(low, high);
        wakeWaiters(low);
        if (context.lifecycle().hasEnded()) {
            context.endIfOver();
        }
    }

    /** Aborts claimed events. */
    void abort(long low, long high) {
        Steps.before(StepKind.PUBLISH, context.lifecycle());
        abortNow(low, high);
    }

    private void abortNow(long low, long high) {
        context.sequencer().abort(low, high);
        wakeWaiters(low);
    }

    /** Wakes the waiters for a claim that has ended, if no stage does. A waiter may run in this thread, which holds no lock. */
    private void wakeWaiters(long low) {
        AsymmetricFence.light();
        if (context.sequencer().gating.isOneOfOpenClaims(low)) {
            context.waiters().idle();
        }
    }
}
