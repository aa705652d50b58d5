package dev.ropewalk.graph.order;

import dev.ropewalk.limit.budget.BudgetGrant;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What a thread may start, in this order. Not thread-safe: it belongs to the thread, which reuses it. */
public final class StartList {
    /**
     * The right to start an action.
     *
     * @param grant what it holds of the budget, null if it demands nothing
     * @param refusal why the budget will never grant its demand, null if it did
     */
    public record Start(
            int action,
            @Nullable BudgetGrant grant,
            @Nullable Throwable refusal) {}

    private final ArrayDeque<Start> starts = new ArrayDeque<>(2);

    /** Scratch space to find out what has become ready. */
    public final IntStack ready = new IntStack();

    /** Scratch space to find out what has ended along with an action. */
    public final IntStack ended = new IntStack();

    void add(int action, @Nullable BudgetGrant grant) {
        starts.add(new Start(action, grant, null));
    }

    void add(Start start) {
        starts.add(start);
    }

    public @Nullable Start poll() {
        return starts.poll();
    }
}
