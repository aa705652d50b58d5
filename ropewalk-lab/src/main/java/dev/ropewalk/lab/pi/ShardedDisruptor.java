package dev.ropewalk.lab.pi;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The LMAX Disruptor with sharded handlers, as it was published: every handler sees every event and computes those of its own
 * partition, and behind all of them one handler adds the results. The ring keeps to the window.
 */
final class ShardedDisruptor implements Model {
    private final Slices slices;
    private final WaitStrategy strategy;
    private @Nullable Disruptor<Event> disruptor;
    private final BlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private double total;

    ShardedDisruptor(Slices slices, WaitStrategy strategy) {
        this.slices = slices;
        this.strategy = strategy;
    }

    /** Its threads poll while they wait: they live no longer than an iteration. */
    @Override
    public void wake() {
        var started = new Disruptor<>(
                Event::new, slices.ring(), Executors.defaultThreadFactory(), ProducerType.SINGLE, strategy);
        started.handleEventsWith(handlers()).then((event, sequence, endOfBatch) -> add(event));
        started.start();
        disruptor = started;
    }

    @Override
    public void rest() {
        if (disruptor != null) {
            disruptor.shutdown();
            disruptor = null;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private EventHandler<Event>[] handlers() {
        return IntStream.range(0, slices.workers())
                .mapToObj(worker -> (EventHandler<Event>) (event, sequence, endOfBatch) -> {
                    if (event.slice % slices.workers() == worker) {
                        event.sum = slices.sum(event.slice);
                    }
                })
                .toArray(EventHandler[]::new);
    }

    private void add(Event event) {
        total += event.sum;
        if (event.slice == slices.jobs() - 1) {
            totals.add(total);
            total = 0;
        }
    }

    @Override
    public double sum() throws InterruptedException {
        RingBuffer<Event> ring = Objects.requireNonNull(disruptor).getRingBuffer();
        for (int slice = 0; slice < slices.jobs(); slice++) {
            long sequence = ring.next();
            ring.get(sequence).slice = slice;
            ring.publish(sequence);
        }
        return totals.take();
    }

    @Override
    public void close() {
        rest();
    }

    private static final class Event {
        int slice;
        double sum;
    }
}
