package dev.ropewalk.graph.run;

import dev.ropewalk.graph.GraphTrace;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** The attempts of a traced run, put on lanes when they are written. */
final class RecordedTrace implements GraphTrace {
    private static final int FIRST_LANE = 1;

    private record Change(long time, Demand demand, int sign) {}

    private final List<SliceLog.Slice> slices;
    private final long origin;

    RecordedTrace(List<SliceLog.Slice> slices, long origin) {
        this.slices = slices.stream()
                .sorted(Comparator.comparingLong((SliceLog.Slice slice) -> slice.begin() - origin))
                .toList();
        this.origin = origin;
    }

    @Override
    public void writeTo(Path file) throws IOException {
        Objects.requireNonNull(file, "file");
        try (Writer writer = Files.newBufferedWriter(file)) {
            writeTo(writer);
        }
    }

    @Override
    public void writeTo(Appendable out) throws IOException {
        Objects.requireNonNull(out, "out");
        TraceWriter writer = new TraceWriter(out);
        writer.begin();
        writeSlices(writer);
        writeCounters(writer);
        writer.end();
    }

    private void writeSlices(TraceWriter writer) throws IOException {
        record Busy(long until, int lane) {}
        PriorityQueue<Busy> busy = new PriorityQueue<>(Comparator.comparingLong((Busy lane) -> lane.until() - origin));
        PriorityQueue<Integer> free = new PriorityQueue<>();
        int lanes = 0;
        for (SliceLog.Slice slice : slices) {
            for (Busy next = busy.peek(); next != null && next.until() - slice.begin() <= 0; next = busy.peek()) {
                free.add(busy.remove().lane());
            }
            Integer reused = free.poll();
            int lane = reused == null ? FIRST_LANE + lanes++ : reused;
            busy.add(new Busy(slice.finish(), lane));
            writer.slice(
                    slice.action().name(),
                    lane,
                    slice.begin() - origin,
                    slice.finish() - slice.begin(),
                    slice.attempt(),
                    slice.end().name());
        }
        for (int lane = FIRST_LANE; lane < FIRST_LANE + lanes; lane++) {
            writer.laneName(lane, "lane " + lane);
        }
    }

    /** At one time, what is given back comes first, so that no more shows than was held. */
    private void writeCounters(TraceWriter writer) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (SliceLog.Slice slice : slices) {
            if (!slice.demand().amounts().isEmpty()) {
                changes.add(new Change(slice.begin() - origin, slice.demand(), 1));
                changes.add(new Change(slice.finish() - origin, slice.demand(), -1));
            }
        }
        changes.sort(Comparator.comparingLong(Change::time).thenComparingInt(Change::sign));
        Map<String, Long> held = new TreeMap<>();
        for (Change change : changes) {
            for (Map.Entry<String, Long> amount : change.demand().amounts().entrySet()) {
                long sum = held.merge(amount.getKey(), change.sign() * amount.getValue(), Long::sum);
                writer.counter(amount.getKey(), change.time(), sum);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        try {
            writeTo(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
