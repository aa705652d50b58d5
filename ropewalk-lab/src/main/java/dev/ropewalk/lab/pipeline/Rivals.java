package dev.ropewalk.lab.pipeline;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.ropewalk.lab.experiment.Contender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What Ropewalk is compared with. */
final class Rivals {
    private static final long PHASE_MICROS = 10;

    private Rivals() {}

    static List<Contender> all() {
        return List.of(
                disruptor("busyspin", "that spin", BusySpinWaitStrategy::new),
                disruptor("yielding", "that spin and then yield", YieldingWaitStrategy::new),
                disruptor("sleeping", "that spin, yield and then sleep for 0.1 ms", SleepingWaitStrategy::new),
                disruptor("blocking", "that wait for a condition, under a lock", BlockingWaitStrategy::new),
                disruptor(
                        "lite",
                        "that wait for a condition which is signalled only if need be",
                        LiteBlockingWaitStrategy::new),
                disruptor(
                        "phased",
                        "that spin, yield and then wait for a condition",
                        () -> PhasedBackoffWaitStrategy.withLock(PHASE_MICROS, PHASE_MICROS, TimeUnit.MICROSECONDS)),
                queues("abq", "ArrayBlockingQueue, which blocks", Queues.JDK),
                queues(
                        "agrona",
                        "Agrona's array queues with its BackoffIdleStrategy: spin, yield, and sleep for at most 1 ms",
                        Queues.AGRONA),
                queues(
                        "jctools",
                        "JCTools' array queues, one producer or consumer where there is one; threads yield while they wait",
                        Queues.JCTOOLS));
    }

    private static Contender disruptor(String strategy, String handlers, Supplier<WaitStrategy> factory) {
        return Pipelines.contender(
                "disruptor-" + strategy,
                "The Disruptor 4, with handlers " + handlers
                        + ". It has neither shards nor workers: each handler sees all"
                        + " events and takes its own, by key or by sequence. Producers sleep while the ring is full.",
                (lanes, capacity) -> new DisruptorLine(lanes, capacity, factory.get()));
    }

    private static Contender queues(String name, String which, Queues queues) {
        return Pipelines.contender(
                name,
                which + "; one for each edge of the graph, and a new object for each event.",
                (lanes, capacity) -> new QueueLine(lanes, capacity, queues));
    }
}
