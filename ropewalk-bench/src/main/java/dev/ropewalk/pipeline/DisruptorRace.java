package dev.ropewalk.pipeline;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;

/** The race on the LMAX Disruptor. */
final class DisruptorRace extends ClaimRace {
    private final RingBuffer<Event> ring;
    private final BatchEventProcessor<Event> processor;
    private long left;
    private long sum;

    DisruptorRace(int capacity, boolean yielding) {
        ring = RingBuffer.createMultiProducer(
                Event::new, capacity, yielding ? new YieldingWaitStrategy() : new BusySpinWaitStrategy());
        processor = new BatchEventProcessorBuilder()
                .build(ring, ring.newBarrier(), (event, sequence, endOfBatch) -> handle(event));
        ring.addGatingSequences(processor.getSequence());
    }

    private void handle(Event event) {
        sum += event.value;
        if (--left == 0) {
            processor.halt();
        }
    }

    @Override
    protected void produce(int events) {
        for (int i = 0; i < events; i++) {
            long sequence = ring.next();
            ring.get(sequence).value = i;
            ring.publish(sequence);
        }
    }

    @Override
    protected long handle(int events) {
        left = events;
        processor.run();
        return sum;
    }
}
