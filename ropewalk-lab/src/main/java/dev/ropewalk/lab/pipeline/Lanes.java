package dev.ropewalk.lab.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** All handlers of a graph, for one iteration. */
final class Lanes {
    private static final long LONGEST_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int DIGITS = 3;
    /** Seldom enough to leave the CPU to the measured threads, and often enough not to count. */
    private static final long POLL_NANOS = 20_000;

    private final Graph graph;
    private final List<List<Lane>> byStage;

    /**
     * Makes handlers that have seen nothing.
     *
     * @param timed whether the last stages take the events' latencies
     */
    Lanes(Graph graph, boolean timed) {
        this.graph = graph;
        byStage = IntStream.range(0, graph.stages().size())
                .mapToObj(stage -> lanes(graph.stages().get(stage), graph.keys(), timed && graph.isLast(stage)))
                .toList();
    }

    private static List<Lane> lanes(Step stage, int keys, boolean timed) {
        return Stream.generate(() -> new Lane(stage.role(), keys, timed ? histogram() : null))
                .limit(stage.width())
                .toList();
    }

    private static Histogram histogram() {
        return new Histogram(LONGEST_NANOS, DIGITS);
    }

    Graph graph() {
        return graph;
    }

    /** Returns the handlers of a stage. */
    List<Lane> of(int stage) {
        return byStage.get(stage);
    }

    /**
     * Waits until each stage has handled so many events.
     *
     * @throws IllegalStateException if a producer has failed
     */
    void await(long events, Producers producers) throws InterruptedException {
        while (handled() < events * byStage.size()) {
            producers.check();
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private long handled() {
        return all().mapToLong(Lane::handled).sum();
    }

    private Stream<Lane> all() {
        return byStage.stream().flatMap(List::stream);
    }

    /** Returns the latencies of all events, from all last stages. */
    Histogram latencies() {
        Histogram sum = histogram();
        histograms().forEach(sum::add);
        return sum;
    }

    private Stream<Histogram> histograms() {
        return all().<@Nullable Histogram>map(Lane::latencies)
                .filter(Objects::nonNull)
                .<Histogram>map(Objects::requireNonNull);
    }

    /** Returns what the iteration has come to. */
    String answer() {
        long checksum = 0;
        for (List<Lane> lanes : byStage) {
            for (int key = 0; key < graph.keys(); key++) {
                int each = key;
                checksum = checksum * 31
                        + Role.scrambled(lanes.stream()
                                .mapToLong(lane -> lane.checksum(each))
                                .sum());
            }
        }
        return String.format(Locale.ROOT, "%d events handled, checksum %016x", handled(), checksum);
    }

    /** Returns the right answer, found by a loop over events and stages. */
    static String answer(Graph graph, Feed feed, long events) {
        // Of a stage whose handlers deal events out among them, the first one stands for all.
        var lanes = new Lanes(graph, false);
        var event = new Event();
        long each = events / graph.producers();
        for (long number = 0; number < events; number++) {
            event.set(number, feed.key((int) (number / each), number), 0);
            for (int stage = 0; stage < graph.stages().size(); stage++) {
                lanes.of(stage).getFirst().on(event);
            }
        }
        return lanes.answer();
    }
}
