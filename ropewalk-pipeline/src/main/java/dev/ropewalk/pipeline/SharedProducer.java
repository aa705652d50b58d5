package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.stage.Shared;

/** What threads that have no producer of their own publish by. */
final class SharedProducer<E> extends Publishing<E> {
    SharedProducer(Shared<E> shared, WaitStrategy strategy) {
        super(shared, strategy);
    }

    @Override
    void checkMayClaim() {}

    @Override
    void begin(long high, int size) {}

    @Override
    void finish() {}
}
