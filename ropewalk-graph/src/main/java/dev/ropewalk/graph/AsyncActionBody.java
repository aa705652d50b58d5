package dev.ropewalk.graph;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Begins what an {@link Action} does and returns at once; no thread is held until the stage completes. When the run is cancelled
 * or the action's time is up, the stage's future is cancelled, and the action has ended whether or not that helps.
 *
 * @param <T> the type of its value
 */
@FunctionalInterface
public interface AsyncActionBody<T extends @Nullable Object> {
    /** Begins the work, on a virtual thread, and returns the stage that completes with the value. */
    CompletionStage<? extends T> begin(ActionContext context) throws Exception;
}
