package dev.ropewalk.flow.chain;

import dev.ropewalk.scheduler.park.FlowExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a flow up to some stage. It can be built as often as somebody wants what it brings.
 *
 * @param <T> the type of the elements
 */
public interface Chain<T> {
    /**
     * Builds the chain in front of a stage, and returns the head of the last row, which isn't open yet.
     *
     * @param executor runs that head, if it can be run by one; null for the threads that call it
     */
    Head build(Stage<? super T> stage, @Nullable FlowExecutor executor);

    /** Returns whether an executor can run the head of the last row, so that a boundary behind it needs no ring. */
    boolean canBeRun();

    /**
     * Returns whether the head of the last row, built without an executor, pushes only within calls of its own methods, so that another head
     * can pull what it wants. That is so where no other thread brings elements.
     */
    boolean canBePulled();
}
