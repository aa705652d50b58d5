package dev.ropewalk.graph.plan;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionBody;
import dev.ropewalk.graph.AsyncActionBody;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.budget.ResourceDemand;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An action of a graph. It is described until its graph is built, and never changes afterwards, so that all runs read it without
 * more ado: the builder hands a graph over before any run can see it.
 */
public final class PlannedAction<T extends @Nullable Object> implements Action<T> {
    /** The builder that an action belongs to. */
    public interface Owner {
        /** Notes a dependency. */
        void depend(PlannedAction<?> dependant, Action<?> dependency);

        /** Notes a dependency on an action that may be added later. */
        void depend(PlannedAction<?> dependant, String dependency);

        /** Throws {@link IllegalStateException} if the graph has been built. */
        void checkOpen();
    }

    /** What an action counts as in its path unless it says its cost. */
    private static final long DEFAULT_COST_NANOS = 1_000_000;

    private static final long UNKNOWN_COST = -1;

    private final Owner owner;
    private final int index;
    private final String name;
    private Object body;
    private ResourceDemand demand = ResourceDemand.NOTHING;
    private long costNanos = UNKNOWN_COST;
    private long timeoutNanos = Parking.FOREVER;
    private RetryPolicy retry = RetryPolicy.NEVER;

    private int resourceSet = -1;

    /**
     * Creates an action.
     *
     * @param index its place in the graph
     * @param body an {@link ActionBody} or an {@link AsyncActionBody}
     */
    public PlannedAction(Owner owner, int index, String name, Object body) {
        this.owner = owner;
        this.index = index;
        this.name = name;
        this.body = body;
    }

    @Override
    public Action<T> after(Action<?>... dependencies) {
        for (Action<?> dependency : Nulls.copy(dependencies, "dependencies")) {
            owner.depend(this, dependency);
        }
        return this;
    }

    @Override
    public Action<T> after(String... dependencies) {
        for (String dependency : Nulls.copy(dependencies, "dependencies")) {
            owner.depend(this, dependency);
        }
        return this;
    }

    @Override
    public Action<T> demand(Demand value) {
        owner.checkOpen();
        demand = ResourceDemand.of(Objects.requireNonNull(value, "demand"));
        return this;
    }

    @Override
    public Action<T> cost(Duration estimate) {
        Objects.requireNonNull(estimate, "estimate");
        owner.checkOpen();
        if (estimate.isNegative()) {
            throw new IllegalArgumentException("cost of '" + name + "' is below zero: " + estimate);
        }
        costNanos = Parking.nanos(estimate);
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Action<T> on(Executor executor) {
        owner.checkOpen();
        Objects.requireNonNull(executor, "executor");
        if (!(body instanceof ActionBody<?>)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is asynchronous or has an executor, it can't run in " + executor);
        }
        body = new ExecutorBody<>((ActionBody<T>) body, executor);
        return this;
    }

    @Override
    public Action<T> retry(Retry policy) {
        owner.checkOpen();
        retry = RetryPolicy.of(Objects.requireNonNull(policy, "policy"));
        return this;
    }

    @Override
    public Action<T> timeout(Duration limit) {
        Objects.requireNonNull(limit, "limit");
        owner.checkOpen();
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("timeout of '" + name + "' must be above zero: " + limit);
        }
        timeoutNanos = Parking.nanos(limit);
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Returns an action as the kind that builders make.
     *
     * @throws IllegalArgumentException if it is of another kind
     */
    public static PlannedAction<?> of(Action<?> action) {
        if (action instanceof PlannedAction<?> own) {
            return own;
        }
        throw new IllegalArgumentException("needs an action made by a TaskGraphDraft, not one of "
                + action.getClass().getName());
    }

    /** Returns whether it belongs to a builder. */
    @SuppressWarnings("ReferenceEquality") // the same builder, not an equal one
    public boolean belongsTo(Owner other) {
        return owner == other;
    }

    /** Returns its place in the graph. */
    public int index() {
        return index;
    }

    /** Returns which set of resources it demands, numbered by the graph; -1 if it demands nothing. */
    public int resourceSet() {
        return resourceSet;
    }

    void setResourceSet(int number) {
        resourceSet = number;
    }

    public Object body() {
        return body;
    }

    public ResourceDemand demand() {
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

    public RetryPolicy retry() {
        return retry;
    }

    @Override
    public String toString() {
        return name;
    }
}
