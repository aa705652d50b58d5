package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Signal;
import java.util.List;

/** A stage whose events a subscription takes, which is told of them and of the end. */
final class SubscribedStage<E> extends RunningStage<E> {
    private final SourceSignal signal;

    SubscribedStage(StageSettings<E> settings, PipelineContext<E> context, SourceSignal signal) {
        super(settings, context);
        this.signal = signal;
        progress(List.of(new Sequence(Sequence.BEFORE_FIRST)));
    }

    @Override
    boolean needsSignals() {
        return true;
    }

    @Override
    void halt() {
        signal.tell();
    }

    @Override
    void addSleepers(List<? super Signal> signals) {
        signals.add(signal);
    }
}
