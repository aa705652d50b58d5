package dev.ropewalk.graph;

import java.util.Objects;

/** How an action of a run has ended, as {@link GraphRun#publisher()} tells it. */
public record ActionOutcome(Action<?> action, ActionResult<?> result) {
    /** Checks that nothing is null. */
    public ActionOutcome {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(result, "result");
    }
}
