package dev.ropewalk.task;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The ready actions of a run that demand the same set of resources, in whatever amounts: only the most urgent of them asks the
 * budget. Guarded by the lock of whoever owns it.
 */
final class ResourceGroup {
    /** A request in the budget's queue. The action may be exchanged for a more urgent one that demands the same. */
    static final class Ask {
        final ResourceGroup group;
        final CompletableFuture<Grant> future;
        int action;

        Ask(ResourceGroup group, CompletableFuture<Grant> future, int action) {
            this.group = group;
            this.future = future;
            this.action = action;
        }
    }

    final Set<String> resources;
    private final TaskGraph graph;
    private final ActionOrder order;
    private final ReadyHeap ready;
    private @Nullable Ask ask;

    ResourceGroup(TaskGraph graph, ActionOrder order, Set<String> resources) {
        this.graph = graph;
        this.order = order;
        this.resources = resources;
        this.ready = new ReadyHeap(order);
    }

    /**
     * Adds an action. If it is more urgent than the one that asks and demands the same, it takes its place in the queue, so that
     * the longest path goes first however long the request has been waiting.
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
        return graph.actions[action].demand();
    }

    int pop() {
        return ready.pop();
    }

    Ask asks(CompletableFuture<Grant> future) {
        Ask asking = new Ask(this, future, ready.pop());
        ask = asking;
        return asking;
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
