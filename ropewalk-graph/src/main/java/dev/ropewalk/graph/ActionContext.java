package dev.ropewalk.graph;

import org.jspecify.annotations.Nullable;

/** What an action's body is told about its run. It belongs to one attempt of one action, and any thread may use it. */
public interface ActionContext {
    /**
     * Returns the value of a dependency, which has been computed. What the dependency's body did happens-before this.
     *
     * @throws IllegalArgumentException if the action wasn't declared as a dependency
     */
    <T extends @Nullable Object> T value(Action<T> dependency);

    /** Returns the action's name. */
    String name();

    /** Returns which attempt this is: 1, and more after {@linkplain Retry retries}. */
    int attempt();

    /** Returns whether the result is no longer wanted: the run was cancelled or has failed, or the action's time is up. */
    boolean isCancelled();
}
