package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.Attention;
import dev.ropewalk.pipeline.sequence.Gating;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;

/**
 * The two ends of a claim: its events are published, or aborted.
 *
 * <p>Why no publication is lost unnoticed. The publishing thread publishes and then looks once more whether the
 * pipeline has ended. The thread that ends the pipeline writes that and then looks for what is left. So either that thread sees
 * the events, or the publishing thread sees the end and has the rest cleared.
 *
 * <p>Whether there is anything to look at is asked of the {@link Attention} first: mostly there isn't.
 */
class ClaimEnds<E> {
    final PipelineContext<E> context;

    /** What each publication needs of the context, one step away. */
    final Sequencer sequencer;

    private final Gating gating;
    private final Lifecycle lifecycle;

    ClaimEnds(PipelineContext<E> context) {
        this.context = context;
        sequencer = context.sequencer();
        gating = sequencer.gating;
        lifecycle = context.lifecycle();
    }

    /** Called with what was claimed, before it is used: gives it back and throws if the pipeline takes no more events. */
    final void checkClaimed(long low, long high) {
        if (sequencer.mayRefuse() && !lifecycle.isOpenNow()) {
            abort(low, high);
            throw lifecycle.refusal();
        }
    }

    /**
     * Publishes claimed events.
     *
     * @throws dev.ropewalk.pipeline.PipelineClosedException if the pipeline has ended: the events are aborted
     */
    final void publish(long low, long high) {
        Steps.before(StepKind.PUBLISH, lifecycle);
        if (sequencer.isNeeded() && lifecycle.hasEnded()) {
            abortNow(low, high);
            throw lifecycle.refusal();
        }
        sequencer.publishSilently(low, high);
        AsymmetricFence.light();
        if (sequencer.isNeeded()) {
            tell(low);
        }
    }

    /** Tells whoever a publication concerns besides stages that look by themselves. */
    final void tell(long low) {
        sequencer.signals.raise();
        wakeWaiters(low);
        if (lifecycle.hasEnded()) {
            context.endIfOver();
        }
    }

    /** Aborts claimed events. */
    final void abort(long low, long high) {
        Steps.before(StepKind.PUBLISH, lifecycle);
        abortNow(low, high);
    }

    private void abortNow(long low, long high) {
        sequencer.abort(low, high);
        wakeWaiters(low);
    }

    /** Wakes the waiters for a claim that has ended, if no stage does. A waiter may run in this thread, which holds no lock. */
    private void wakeWaiters(long low) {
        AsymmetricFence.light();
        if (gating.isOneOfOpenClaims(low)) {
            context.waiters().idle();
        }
    }
}
