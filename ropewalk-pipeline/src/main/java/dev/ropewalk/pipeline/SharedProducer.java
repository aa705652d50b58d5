package dev.ropewalk.pipeline;

import java.util.concurrent.atomic.LongAdder;

/** What threads that have no producer of their own publish by. */
final class SharedProducer<E> extends Publishing<E> {
    private final LongAdder stalls = new LongAdder();

    SharedProducer(Shared<E> shared, WaitStrategy strategy) {
        super(shared, strategy);
    }

    @Override
    void checkThread() {}

    @Override
    void countStall() {
        stalls.increment();
    }

    @Override
    long stalls() {
        return stalls.sum();
    }

    @Override
    public long remainingCapacity() {
        return shared().remainingCapacity();
    }
}
