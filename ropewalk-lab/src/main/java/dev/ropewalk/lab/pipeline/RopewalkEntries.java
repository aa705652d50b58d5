package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.pipeline.WaitStrategy;
import java.util.List;

/** Ropewalk's own entries. */
final class RopewalkEntries {
    static final String MAIN = "ropewalk-yielding";

    private RopewalkEntries() {}

    static List<Contender> all() {
        return List.of(
                onThreads("busyspin", "that spin", "disruptor-busyspin", WaitStrategy.busySpin()),
                onThreads("yielding", "that spin and then yield", "disruptor-yielding", WaitStrategy.yielding()),
                onThreads(
                        "backoff",
                        "that spin, yield and then park for up to a millisecond",
                        "disruptor-sleeping",
                        WaitStrategy.backOff()),
                onThreads(
                        "parking",
                        "that spin briefly and then park until they are woken",
                        "disruptor-blocking",
                        WaitStrategy.parking()),
                Pipelines.contender(
                        "ropewalk-strands",
                        "Ropewalk, with a strand for each handler, on a scheduler with a worker for each core.",
                        RopewalkLine::onStrands));
    }

    private static Contender onThreads(String strategy, String threads, String peer, WaitStrategy waiting) {
        return Pipelines.contender(
                "ropewalk-" + strategy,
                "Ropewalk, with a thread for each handler, " + threads + ", to be compared with " + peer
                        + ". Producers park while the ring is full.",
                (lanes, capacity) -> RopewalkLine.onThreads(lanes, capacity, waiting));
    }
}
