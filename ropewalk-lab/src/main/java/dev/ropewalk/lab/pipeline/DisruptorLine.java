package dev.ropewalk.lab.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The Disruptor: one ring, and a thread for each handler. */
final class DisruptorLine implements Line {
    private final Threads threads = new Threads("lab-disruptor");
    private final Disruptor<Event> disruptor;

    DisruptorLine(Lanes lanes, int capacity, WaitStrategy strategy) {
        Graph graph = lanes.graph();
        ProducerType producers = graph.producers() == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
        disruptor = new Disruptor<>(Event::new, capacity, threads, producers, strategy);
        var byStage = new ArrayList<Handler[]>();
        for (int place = 0; place < graph.stages().size(); place++) {
            Step stage = graph.stages().get(place);
            Handler[] handlers = handlers(stage, lanes.of(place));
            byStage.add(handlers);
            if (stage.after().isEmpty()) {
                disruptor.handleEventsWith(handlers);
            } else {
                Handler[] before = stage.after().stream()
                        .flatMap(earlier -> List.of(byStage.get(earlier)).stream())
                        .toArray(Handler[]::new);
                disruptor.after(before).handleEventsWith(handlers);
            }
        }
        disruptor.start();
    }

    private static Handler[] handlers(Step stage, List<Lane> lanes) {
        return IntStream.range(0, stage.width())
                .mapToObj(index -> handler(stage, index, lanes.get(index)))
                .toArray(Handler[]::new);
    }

    /** Every handler of the Disruptor sees every event; where they deal events out, each leaves those of the others. */
    private static Handler handler(Step stage, int index, Lane lane) {
        int width = stage.width();
        return switch (stage.deal()) {
            case ALL -> (event, sequence, endOfBatch) -> lane.on(event);
            case BY_KEY ->
                (event, sequence, endOfBatch) -> {
                    if (Step.shard(event.key, width) == index) {
                        lane.on(event);
                    }
                };
            case ANY ->
                (event, sequence, endOfBatch) -> {
                    if (sequence % width == index) {
                        lane.on(event);
                    }
                };
        };
    }

    @Override
    public Publisher publisher() {
        RingBuffer<Event> ring = disruptor.getRingBuffer();
        return (number, key, time) -> {
            long sequence = ring.next();
            try {
                ring.get(sequence).set(number, key, time);
            } finally {
                ring.publish(sequence);
            }
        };
    }

    @Override
    public void close() {
        disruptor.halt();
        threads.join();
    }

    /** Has no type parameters, so that there may be arrays of it. */
    @FunctionalInterface
    private interface Handler extends EventHandler<Event> {}
}
