package dev.ropewalk.graph.run;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionResult;
import dev.ropewalk.graph.GraphFailedException;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.PlannedAction;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a run, read from its slots. */
final class RunResult implements GraphResult {
    private final GraphPlan plan;
    private final Slots slots;
    private final boolean cancelled;

    /** The error of the JVM's that has ended the run in the middle of its own steps, if one has. */
    private final @Nullable Throwable collapse;

    RunResult(GraphPlan plan, Slots slots, Execution.@Nullable Stop stop, @Nullable Throwable collapse) {
        this.plan = plan;
        this.slots = slots;
        this.cancelled = stop == Execution.Stop.CANCELLED;
        this.collapse = collapse;
    }

    @Override
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

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public <T extends @Nullable Object> ActionResult<T> result(Action<T> action) {
        return slots.result(plan.indexOf(action));
    }

    @Override
    public <T extends @Nullable Object> T value(Action<T> action) {
        return switch (result(action)) {
            case ActionResult.Succeeded<T>(T value) -> value;
            case ActionResult.Failed<T>(Throwable error, int attempts) ->
                throw new IllegalStateException(
                        "'" + action + "' has no value: it failed after " + attempts + " attempts", error);
            case ActionResult.Skipped<T>(Action<?> culprit) ->
                throw new IllegalStateException(
                        "'" + action + "' has no value: it was skipped because '" + culprit + "' failed");
            case ActionResult.Cancelled<T>() ->
                throw new IllegalStateException("'" + action + "' has no value: it was cancelled");
        };
    }

    @Override
    public Map<Action<?>, Throwable> failures() {
        Map<Action<?>, Throwable> failures = new LinkedHashMap<>();
        for (PlannedAction<?> action : plan.actions()) {
            if (slots.get(action.index()) instanceof Slots.Failure failure) {
                failures.put(action, failure.error());
            }
        }
        return failures;
    }

    @Override
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
        return slots.snapshot(Map.of(), true) + (cancelled ? ", cancelled" : "");
    }
}
