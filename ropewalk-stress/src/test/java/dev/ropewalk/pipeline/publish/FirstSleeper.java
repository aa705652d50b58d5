package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Sleeper;
import dev.ropewalk.pipeline.Word;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.AsymmetricFence;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.Stages;

/** A pipeline of two places with a claim, and no stage that must be told until one joins. */
final class FirstSleeper {
    private final Sequencer sequencer = new SingleProducerSequencer(2);
    private final Sleeper sleeper = new Sleeper();
    private final ClaimEnds<Word> ends;
    private final long claimed;

    FirstSleeper() {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
        var waiters = new CapacityWaiters(sequencer);
        ends = new ClaimEnds<>(new PipelineContext<>(
                "pipeline",
                new Ring<>(2, Word::new),
                sequencer,
                waiters,
                new Lifecycle("pipeline", sequencer.attention),
                new FailureLog("pipeline", failure -> {}, System::nanoTime),
                new Stages<>(),
                null,
                null,
                Thread.ofPlatform().factory(),
                new ProducerRegistry(sequencer, waiters)));
        claimed = sequencer.tryClaim(1, new ConsumedCache());
    }

    void publish() {
        ends.publish(claimed, claimed);
    }

    /** Joins as a stage does that sleeps; returns whether it sees the event. */
    boolean joinAndLook() {
        sequencer.signals.set(new Signal[] {sleeper});
        AsymmetricFence.heavy();
        sleeper.arm();
        return sequencer.isReady(claimed);
    }

    /** Returns whether it was told. Called at the end. */
    boolean isTold() {
        return sleeper.wakes > 0;
    }
}
