package dev.ropewalk.graph.order;

import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.budget.BudgetGrant;
import dev.ropewalk.limit.budget.PendingRequest;
import dev.ropewalk.limit.waiter.CallbackWaiter;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ready actions of a run that demand the same set of resources, in whatever amounts: only the most urgent of them asks the
 * budget. Guarded by the lock of its owner.
 */
final class ResourceGroup {
    /** A request in the budget's queue. A more urgent action that demands the same may take its place. */
    static final class Ask extends CallbackWaiter<BudgetGrant> {
        private final BudgetedActions actions;
        int action;

        /** Its place in the budget's queue; guarded by the owner's lock, as all but the answer is. */
        @Nullable
        PendingRequest pending;

        /** Before this, in nanoseconds since the run began, it can't start for sure; see {@link Backfill}. */
        long earliestStart = Long.MAX_VALUE;

        Ask(BudgetedActions actions, int action) {
            this.actions = actions;
            this.action = action;
        }

        PendingRequest pending() {
            return Objects.requireNonNull(pending, "not in the queue");
        }

        /** Returns what it was granted. */
        BudgetGrant grant() {
            return pending().grant;
        }

        @Override
        protected void wake() {
            actions.answered(this);
        }
    }

    final Set<String> resources;
    private final GraphPlan plan;
    private final ActionOrder order;
    private final ReadyHeap ready;
    private @Nullable Ask ask;

    ResourceGroup(GraphPlan plan, ActionOrder order, Set<String> resources) {
        this.plan = plan;
        this.order = order;
        this.resources = resources;
        this.ready = new ReadyHeap(order);
    }

    /**
     * Adds an action. If it is more urgent than the action that asks, and demands the same, it takes that action's place in the
     * queue, so that the longest path goes first however long the request has been waiting.
     */
    void push(int action) {
        Ask asking = ask;
        if (asking != null
                && order.isBefore(action, asking.action)
                && demand(action).amounts().equals(demand(asking.action).amounts())) {
            ready.push(asking.action);
            asking.action = action;
        } else {
            ready.push(action);
        }
    }

    boolean isEmpty() {
        return ask == null && ready.isEmpty();
    }

    int size() {
        return ready.size() + (ask == null ? 0 : 1);
    }

    @Nullable
    Ask ask() {
        return ask;
    }

    /** Returns the action that asks, or else the most urgent one. */
    int head() {
        return ask == null ? ready.peek() : ask.action;
    }

    Demand headDemand() {
        return demand(head());
    }

    private Demand demand(int action) {
        return plan.action(action).demand();
    }

    /** Returns how many are ready and don't ask. */
    int readyCount() {
        return ready.size();
    }

    /** Returns one of those that are ready and don't ask: 0 is the most urgent one, and low numbers are urgent. */
    int ready(int index) {
        return ready.get(index);
    }

    void remove(int action) {
        ready.remove(action);
    }

    int pop() {
        return ready.pop();
    }

    /** Has the most urgent action's request wait. */
    void asks(Ask asking) {
        ready.pop();
        ask = asking;
    }

    void answered() {
        ask = null;
    }

    /** Forgets all; returns the request that is still in the queue. */
    @Nullable
    Ask clear() {
        Ask asking = ask;
        ask = null;
        ready.clear();
        return asking;
    }
}
