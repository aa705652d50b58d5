package dev.ropewalk.graph;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.graph.run.BodyElsewhere;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link TaskGraph}: created by its builder, described by the methods of this class until the graph is built, and
 * afterwards the key to its value. Describing isn't thread-safe; a built graph's actions are immutable.
 *
 * @param <T> the type of its value
 */
public final class Action<T extends @Nullable Object> {
    /** What an action counts as in its path unless it says its cost. */
    static final long DEFAULT_COST_NANOS = 1_000_000;

    private static final long UNKNOWN_COST = -1;

    final TaskGraphBuilder owner;
    public final int index;
    private final String name;
    private Object body;
    private Demand demand = Demand.nothing();
    private long costNanos = UNKNOWN_COST;
    private long timeoutNanos = Parking.FOREVER;
    private Retry retry = Retry.never();

    /** Which set of resources it demands, numbered by the graph; -1 for none. */
    public int resourceSet = -1;

    Action(TaskGraphBuilder owner, int index, String name, Object body) {
        this.owner = owner;
        this.index = index;
        this.name = name;
        this.body = body;
    }

    /**
     * Lets this action run after others have succeeded; it may read their values. Naming one twice means the same as once.
     *
     * @throws IllegalArgumentException if one of them is this action, or belongs to another graph
     * @throws IllegalStateException if the graph has been built
     */
    public Action<T> after(Action<?>... dependencies) {
        for (Action<?> dependency : Nulls.copy(dependencies, "dependencies")) {
            owner.depend(this, dependency);
        }
        return this;
    }

    /**
     * Lets this action run after others, by name, which may be added to the graph later. Only a handle reads a value.
     *
     * @throws IllegalArgumentException if one of them is this action
     * @throws IllegalStateException if the graph has been built
     */
    public Action<T> after(String... dependencies) {
        for (String dependency : Nulls.copy(dependencies, "dependencies")) {
            owner.depend(this, dependency);
        }
        return this;
    }

    /**
     * Demands resources of the run's {@link Budget}, held from the start of an attempt to its end. The demand's priority goes
     * before the length of the path.
     */
    public Action<T> demand(Demand value) {
        owner.checkOpen();
        demand = Objects.requireNonNull(value, "demand");
        return this;
    }

    /**
     * Estimates how long the action takes, in real time: 1 ms in its path unless told. The estimates decide the order in which
     * actions start, and which of them may use meanwhile what a more urgent one waits to have enough of: those that will have
     * ended in time by their cost. One without a cost never does.
     *
     * @throws IllegalArgumentException if the cost is below zero
     */
    public Action<T> cost(Duration estimate) {
        Objects.requireNonNull(estimate, "estimate");
        owner.checkOpen();
        if (estimate.isNegative()) {
            throw new IllegalArgumentException("cost of '" + name + "' is below zero: " + estimate);
        }
        costNanos = Parking.nanos(estimate);
        return this;
    }

    /**
     * Runs the body in an executor instead of on a virtual thread. That is for long computing: a virtual thread gives its carrier
     * back when it waits and not before, so that those which have stopped waiting stand behind it, while the operating system
     * shares the CPUs among the platform threads of a pool. When the run is cancelled or the action's time is up, the body is
     * interrupted, and the action has ended whether or not that helps.
     *
     * @throws IllegalArgumentException if the action is asynchronous or has an executor: its body is begun where it is due
     */
    @SuppressWarnings("unchecked")
    public Action<T> on(Executor executor) {
        owner.checkOpen();
        Objects.requireNonNull(executor, "executor");
        if (!(body instanceof ActionBody<?>)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is asynchronous or has an executor, it can't run in " + executor);
        }
        body = new BodyElsewhere<>((ActionBody<T>) body, executor);
        return this;
    }

    /** Repeats the action when it fails; never unless told. */
    public Action<T> retry(Retry policy) {
        owner.checkOpen();
        retry = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Interrupts an attempt that takes longer; it fails with a {@link java.util.concurrent.TimeoutException}. The time spent
     * waiting for resources doesn't count.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     */
    public Action<T> timeout(Duration limit) {
        Objects.requireNonNull(limit, "limit");
        owner.checkOpen();
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("timeout of '" + name + "' must be above zero: " + limit);
        }
        timeoutNanos = Parking.nanos(limit);
        return this;
    }

    /** Returns its name, unique in its graph. */
    public String name() {
        return name;
    }

    public Object body() {
        return body;
    }

    public Demand demand() {
        return demand;
    }

    public long costNanos() {
        return isCostKnown() ? costNanos : DEFAULT_COST_NANOS;
    }

    /** Returns whether its cost was told. */
    public boolean isCostKnown() {
        return costNanos != UNKNOWN_COST;
    }

    public long timeoutNanos() {
        return timeoutNanos;
    }

    public Retry retry() {
        return retry;
    }

    @Override
    public String toString() {
        return name;
    }
}
