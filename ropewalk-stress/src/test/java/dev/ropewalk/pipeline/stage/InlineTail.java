package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Word;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.DroppedEvents;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.sequence.Signals;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import java.util.List;

/** An inline stage behind two others, which are to come to its two events. */
final class InlineTail {
    /** How far the stages before are. */
    final Sequence one = new Sequence(Sequence.BEFORE_FIRST);

    final Sequence other = new Sequence(Sequence.BEFORE_FIRST);

    /** What the stages before tell of their advance. */
    final Signals signals = new Signals();

    /** How many events were handled. */
    int handled;

    /** Whether a thread began with an event while another was at one. */
    boolean overlapped;

    private boolean inside;

    InlineTail() {
        Sequencer sequencer = new SingleProducerSequencer(2);
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
        EventHandler<Word> handler = (word, sequence, endOfBatch) -> handle();
        var settings = new StageSettings<Word>(
                "tail",
                StageSettings.Shape.PLAIN,
                1,
                _ -> handler,
                null,
                null,
                null,
                FailurePolicy.skip(),
                List.of(),
                0);
        var stage = new RunningStage<>(settings, context);
        var processor = new StageProcessor<>("tail", stage, handler);
        var runner = new InlineRunner<>(processor);
        stage.barrier.dependOn(new Sequence[] {one, other}, new DroppedEvents[0]);
        sequencer.gateOn(new Sequence[] {processor.done});
        signals.set(new Signal[] {runner});
        long last = sequencer.tryClaim(2, new ConsumedCache());
        sequencer.publish(last - 1, last);
        runner.start();
    }

    private void handle() {
        overlapped |= inside;
        inside = true;
        handled++;
        inside = false;
    }
}
