package dev.ropewalk.lab.apart;

import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;
import org.nustaq.kontraktor.Actors;
import org.nustaq.kontraktor.impl.BackOffStrategy;
import org.nustaq.kontraktor.impl.SimpleScheduler;

/**
 * Typed actors of Kontraktor, whose methods are their messages: worker actors compute the jobs that are accepted, in turn, and one
 * collector takes the results. Each actor has a thread, which polls while it has nothing to do.
 */
public final class TypedActors implements IntConsumer, AutoCloseable {
    static {
        // A thread that has nothing to do for some microseconds sleeps for 20 ms by default, whatever comes meanwhile.
        BackOffStrategy.SLEEP_NANOS = 1;
    }

    private final Collector collector;
    private final List<Worker> workers;

    /**
     * Starts the actors.
     *
     * @param slots of a mailbox, as Kontraktor calls its size, which bounds nothing
     */
    public TypedActors(Integer workers, Integer slots, IntToDoubleFunction work, DoubleConsumer results) {
        collector = start(Collector.class, slots);
        collector.init(results);
        this.workers =
                Stream.generate(() -> start(Worker.class, slots)).limit(workers).toList();
        this.workers.forEach(worker -> worker.init(work, collector));
    }

    private static <A extends Actor<A>> A start(Class<A> type, int slots) {
        return Actors.AsActor(type, new SimpleScheduler(slots), slots);
    }

    @Override
    public void accept(int job) {
        workers.get(job % workers.size()).compute(job);
    }

    @Override
    public void close() {
        workers.forEach(Actor::stop);
        collector.stop();
    }

    /** Computes jobs. Public, as are its methods, for the proxy that Kontraktor makes. */
    @SuppressWarnings("serial") // Kontraktor's actors are serializable as references
    public static class Worker extends Actor<Worker> {
        private @Nullable IntToDoubleFunction work;
        private @Nullable Collector collector;

        /** Makes a worker, and its proxy. */
        public Worker() {}

        /** Tells it what to do. */
        public void init(IntToDoubleFunction newWork, Collector newCollector) {
            work = newWork;
            collector = newCollector;
        }

        /** Computes a job. */
        public void compute(int job) {
            if (work != null && collector != null) {
                collector.add(work.applyAsDouble(job));
            }
        }
    }

    /** Takes results. Public, as are its methods, for the proxy that Kontraktor makes. */
    @SuppressWarnings("serial") // as the worker
    public static class Collector extends Actor<Collector> {
        private @Nullable DoubleConsumer results;

        /** Makes a collector, and its proxy. */
        public Collector() {}

        /** Tells it where results go. */
        public void init(DoubleConsumer newResults) {
            results = newResults;
        }

        /** Takes a result. */
        public void add(double result) {
            if (results != null) {
                results.accept(result);
            }
        }
    }
}
