package dev.ropewalk.graph;

import org.jspecify.annotations.Nullable;

/**
 * What an {@link Action} does. It runs on a virtual thread and may block; it is interrupted when the run is cancelled or the
 * action's time is up. A graph that runs several times at once calls it from several threads.
 *
 * @param <T> the type of its value
 */
@FunctionalInterface
public interface ActionBody<T extends @Nullable Object> {
    /** Does the work and returns the value that dependants may read. */
    T run(ActionContext context) throws Exception;
}
