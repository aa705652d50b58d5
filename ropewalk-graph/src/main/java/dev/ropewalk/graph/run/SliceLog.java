package dev.ropewalk.graph.run;

import dev.ropewalk.graph.Action;
import dev.ropewalk.limit.Demand;
import java.util.ArrayList;
import java.util.List;

/** What a traced run keeps of its attempts, each when it has ended. Thread-safe. */
final class SliceLog {
    /** How an attempt has ended; one that goes on is in no log. */
    enum End {
        RUNNING,
        SUCCEEDED,
        FAILED,
        RETRIED,
        CANCELLED
    }

    /** An attempt; the times are those of the run's clock. */
    record Slice(Action<?> action, Demand demand, int attempt, long begin, long finish, End end) {}

    private final List<Slice> slices = new ArrayList<>();

    synchronized void add(Slice slice) {
        slices.add(slice);
    }

    synchronized List<Slice> all() {
        return List.copyOf(slices);
    }
}
