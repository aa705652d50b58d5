package dev.ropewalk.lab.apart;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WorkHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.Executors;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

/**
 * The worker pool that the LMAX Disruptor had up to version 3: it accepts jobs from one thread, each of which goes to whichever worker
 * is free; one handler behind them takes the results in the order of the jobs. Its threads poll.
 */
public final class WorkerPool implements IntConsumer, AutoCloseable {
    private final Disruptor<Event> disruptor;
    private final RingBuffer<Event> ring;

    /**
     * Starts the threads.
     *
     * @param slots of the ring, a power of two
     */
    public WorkerPool(Integer workers, Integer slots, IntToDoubleFunction work, DoubleConsumer results) {
        disruptor = new Disruptor<>(
                Event::new, slots, Executors.defaultThreadFactory(), ProducerType.SINGLE, new SleepingWaitStrategy());
        disruptor
                .handleEventsWithWorkerPool(handlers(workers, work))
                .then((event, sequence, endOfBatch) -> results.accept(event.result));
        ring = disruptor.start();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static WorkHandler<Event>[] handlers(int workers, IntToDoubleFunction work) {
        return Stream.<WorkHandler<Event>>generate(() -> event -> event.result = work.applyAsDouble(event.job))
                .limit(workers)
                .toArray(WorkHandler[]::new);
    }

    @Override
    public void accept(int job) {
        long sequence = ring.next();
        ring.get(sequence).job = job;
        ring.publish(sequence);
    }

    @Override
    public void close() {
        disruptor.shutdown();
    }

    private static final class Event {
        int job;
        double result;
    }
}
