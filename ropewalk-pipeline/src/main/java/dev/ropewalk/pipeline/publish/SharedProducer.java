package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.WaitSettings;

/** What threads that have no producer of their own publish by, and a flow that the only producer was lent to. */
public final class SharedProducer<E> extends Publisher<E> {
    public SharedProducer(PipelineContext<E> context, WaitSettings waiting) {
        super(context, waiting);
    }

    @Override
    void checkMayClaim() {}

    @Override
    void begin(long high, int size) {}

    @Override
    void finish(long high) {}
}
