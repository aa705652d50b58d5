package dev.ropewalk.graph;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link TaskGraph}: created by its builder, described by the methods of this class until the graph is built, and
 * afterwards the key to its value. Describing isn't thread-safe; a built graph's actions are immutable.
 *
 * @param <T> the type of its value
 */
public interface Action<T extends @Nullable Object> {
    /**
     * Lets this action run after others have succeeded; it may read their values. Naming one twice means the same as once.
     *
     * @throws IllegalArgumentException if one of them is this action, or belongs to another graph
     * @throws IllegalStateException if the graph has been built
     */
    Action<T> after(Action<?>... dependencies);

    /**
     * Lets this action run after others, by name, which may be added to the graph later. Only a handle reads a value.
     *
     * @throws IllegalArgumentException if one of them is this action
     * @throws IllegalStateException if the graph has been built
     */
    Action<T> after(String... dependencies);

    /**
     * Demands resources of the run's {@link Budget}, held from the start of an attempt to its end. The demand's priority goes
     * before the length of the path.
     *
     * @throws IllegalArgumentException if the demand wasn't made by {@link Demand}
     */
    Action<T> demand(Demand value);

    /**
     * Estimates how long the action takes, in real time: 1 ms in its path unless told. The estimates decide the order in which
     * actions start, and which of them may use meanwhile what a more urgent one waits to have enough of: those that will have
     * ended in time by their cost. One without a cost never does.
     *
     * @throws IllegalArgumentException if the cost is below zero
     */
    Action<T> cost(Duration estimate);

    /**
     * Runs the body in an executor instead of on a virtual thread. That is for long computing: a virtual thread gives its carrier
     * back when it waits and not before, so that those which have stopped waiting stand behind it, while the operating system
     * shares the CPUs among the platform threads of a pool. When the run is cancelled or the action's time is up, the body is
     * interrupted, and the action has ended whether or not that helps.
     *
     * @throws IllegalArgumentException if the action is asynchronous or has an executor: its body is begun where it is due
     */
    Action<T> on(Executor executor);

    /** Repeats the action when it fails; never unless told. */
    Action<T> retry(Retry policy);

    /**
     * Interrupts an attempt that takes longer; it fails with a {@link java.util.concurrent.TimeoutException}. The time spent
     * waiting for resources doesn't count.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     */
    Action<T> timeout(Duration limit);

    /** Returns its name, unique in its graph. */
    String name();
}
