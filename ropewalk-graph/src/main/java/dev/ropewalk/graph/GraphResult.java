package dev.ropewalk.graph;

import dev.ropewalk.graph.run.Execution;
import dev.ropewalk.graph.run.Slots;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has become of each action of a run that has ended. Immutable. */
@SuppressWarnings("exports")
public final class GraphResult {
    private final TaskGraph graph;
    private final Slots slots;
    private final boolean cancelled;

    /** The error of the JVM's that has ended the run in the middle of its own steps, if one has. */
    private final @Nullable Throwable collapse;

    public GraphResult(TaskGraph graph, Slots slots, Execution.@Nullable Stop stop, @Nullable Throwable collapse) {
        this.graph = graph;
        this.slots = slots;
        this.cancelled = stop == Execution.Stop.CANCELLED;
        this.collapse = collapse;
    }

    /** Returns whether all actions have succeeded. */
    public boolean isSuccess() {
        if (collapse != null) {
            return false;
        }
        for (int action = 0; action < slots.size(); action++) {
            if (!Slots.isValue(slots.get(action))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the run was cancelled before it ended by itself. */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Returns how an action has ended.
     *
     * @throws IllegalArgumentException if it belongs to another graph
     */
    public <T extends @Nullable Object> ActionOutcome<T> outcome(Action<T> action) {
        return switch (slots.get(graph.indexOf(action))) {
            case Slots.Failure(Throwable error, int attempts) -> new ActionOutcome.Failed<>(error, attempts);
            case Slots.Skipped(Action<?> culprit) -> new ActionOutcome.Skipped<>(culprit);
            case Object slot when Slots.isValue(slot) -> new ActionOutcome.Succeeded<>(Slots.valueOf(slot));
            case null, default -> new ActionOutcome.Cancelled<>();
        };
    }

    /**
     * Returns the value of an action.
     *
     * @throws IllegalArgumentException if it belongs to another graph
     * @throws IllegalStateException if it hasn't succeeded
     */
    public <T extends @Nullable Object> T value(Action<T> action) {
        return switch (outcome(action)) {
            case ActionOutcome.Succeeded<T>(T value) -> value;
            case ActionOutcome.Failed<T>(Throwable error, int attempts) ->
                throw new IllegalStateException(
                        "'" + action + "' has no value: it failed after " + attempts + " attempts", error);
            case ActionOutcome.Skipped<T>(Action<?> culprit) ->
                throw new IllegalStateException(
                        "'" + action + "' has no value: it was skipped because '" + culprit + "' failed");
            case ActionOutcome.Cancelled<T>() ->
                throw new IllegalStateException("'" + action + "' has no value: it was cancelled");
        };
    }

    /** Returns the actions that have failed, and why, in the order in which they were added to the graph. */
    public Map<Action<?>, Throwable> failures() {
        Map<Action<?>, Throwable> failures = new LinkedHashMap<>();
        for (Action<?> action : graph.actions) {
            if (slots.get(action.index) instanceof Slots.Failure failure) {
                failures.put(action, failure.error());
            }
        }
        return failures;
    }

    /**
     * Returns this result if all actions have succeeded.
     *
     * @throws GraphFailedException if not; its cause is the first failure, if there is one, or the error of the JVM's, such as one of
     *     memory, that has ended the run in the middle of its own steps
     */
    public GraphResult orThrow() {
        if (isSuccess()) {
            return this;
        }
        Map<Action<?>, Throwable> failures = failures();
        GraphFailedException failed = new GraphFailedException(this + ": failed are " + failures.keySet());
        if (collapse != null) {
            failed.initCause(collapse);
        }
        failures.values().forEach(failure -> {
            if (failed.getCause() == null) {
                failed.initCause(failure);
            } else {
                failed.addSuppressed(failure);
            }
        });
        throw failed;
    }

    @Override
    public String toString() {
        return GraphSnapshot.of(slots, Map.of()) + (cancelled ? ", cancelled" : "");
    }
}
