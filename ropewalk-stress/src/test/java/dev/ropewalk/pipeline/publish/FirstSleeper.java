package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.Sleeper;
import dev.ropewalk.pipeline.Word;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.Stages;
import dev.ropewalk.pipeline.stage.WaitSettings;

/** A pipeline of two places with a claim, and no stage that must be told until one joins. */
final class FirstSleeper {
    private final Sequencer sequencer = new SingleProducerSequencer(2);
    private final Sleeper sleeper = new Sleeper();
    private final ClaimEnds<Word> ends;
    private final OwnedClaim<Word> claim;

    /** What the sleeper waits for. */
    private final long awaited;

    /**
     * Makes one.
     *
     * @param isShort whether the producer is to claim the short way; else there is a claim already
     */
    FirstSleeper(boolean isShort) {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
        var waiters = new CapacityWaiters(sequencer);
        var context = new PipelineContext<>(
                "pipeline",
                new Ring<>(2, Word::new),
                sequencer,
                waiters,
                new Lifecycle("pipeline", sequencer),
                new FailureLog("pipeline", failure -> {}, System::nanoTime),
                new Stages<>(),
                null,
                null,
                Thread.ofPlatform().factory(),
                new ProducerRegistry(sequencer, waiters));
        ends = new ClaimEnds<>(context);
        claim = OwnedProducer.register(
                        context, new WaitSettings(WaitSettings.Kind.PARKING, 0, IdleStrategy::busySpin), true)
                .claim;
        long first = sequencer.tryClaim(1, new ConsumedCache());
        if (isShort) {
            sequencer.publishSilently(first, first);
        }
        awaited = isShort ? first + 1 : first;
    }

    void publish() {
        ends.publish(awaited, awaited);
    }

    void publishTheShortWay() {
        claim.checkThread();
        if (!claim.tryOpenAtOnce()) {
            throw new AssertionError("it goes the long way");
        }
        claim.publish();
    }

    /** Joins as a stage does that sleeps; returns whether it sees the event. */
    boolean joinAndLook() {
        sequencer.signals.set(new Signal[] {sleeper});
        AsymmetricFence.heavy();
        sleeper.arm();
        return sequencer.isReady(awaited);
    }

    /** Returns whether it was told. Called at the end. */
    boolean isTold() {
        return sleeper.wakes > 0;
    }
}
