package dev.ropewalk.graph.run;

import dev.ropewalk.graph.Action;
import dev.ropewalk.limit.Demand;
import java.util.ArrayList;
import java.util.List;

/** What a traced run keeps of its attempts, each when it has ended. Thread-safe. */
final class SliceLog {
    /** How an attempt has ended. */
    enum End {
        SUCCEEDED,
        FAILED,
        RETRIED,
        CANCELLED
    }

    /** An attempt; the times are those of the run's clock. */
    record Slice(Action<?> action, Demand demand, int attempt, long begin, long finish, End end) {}

    private final List<Slice> slices = new ArrayList<>();

    synchronized void add(Attempt attempt, long finish, End end) {
        slices.add(new Slice(attempt.action, attempt.action.demand(), attempt.attempt(), attempt.began(), finish, end));
    }

    synchronized List<Slice> all() {
        return List.copyOf(slices);
    }
}
