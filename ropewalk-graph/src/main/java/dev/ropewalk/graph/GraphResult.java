package dev.ropewalk.graph;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has become of each action of a run that has ended. Immutable. */
public interface GraphResult {
    /** Returns whether all actions have succeeded. */
    boolean isSuccess();

    /** Returns whether the run was cancelled before it ended by itself. */
    boolean isCancelled();

    /**
     * Returns how an action has ended.
     *
     * @throws IllegalArgumentException if it belongs to another graph
     */
    <T extends @Nullable Object> ActionResult<T> result(Action<T> action);

    /**
     * Returns the value of an action.
     *
     * @throws IllegalArgumentException if it belongs to another graph
     * @throws IllegalStateException if it hasn't succeeded
     */
    <T extends @Nullable Object> T value(Action<T> action);

    /** Returns the actions that have failed, and why, in the order in which they were added to the graph. */
    Map<Action<?>, Throwable> failures();

    /**
     * Returns this result if all actions have succeeded.
     *
     * @throws GraphFailedException if not; its cause is the first failure, if there is one, or the error of the JVM's, such as one of
     *     memory, that has ended the run in the middle of its own steps
     */
    GraphResult orThrow();
}
