package dev.ropewalk.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * For a run with a budget: the ready actions wait here, the most urgent first, and only a few of them in the budget's own queue,
 * where they would keep the order in which they came. Of each set of resources the most urgent action may ask, unless it needs
 * what a more urgent one of another set is waiting for; so a resource that is short holds up those who need it and nobody else,
 * and what comes free goes to the most urgent. The budget is left to decide between this run and everybody else. A request is
 * never taken back, which would lose its place among the others'.
 *
 * <p>All of it happens under one lock. The budget is called under it, and takes its own; but a grant is closed outside, because
 * that wakes strangers. An answer that comes while the thread closes a grant is left for the same thread, which then starts the
 * action itself: no other thread is needed to go on.
 */
final class BudgetedActions implements ReadyActions {
    private final Execution execution;
    private final TaskGraph graph;
    private final ActionOrder order;
    private final Budget budget;
    private final ReentrantLock lock = new ReentrantLock();
    private final ResourceGroup[] groups;

    /** Those who close a grant now, and will look for answers afterwards: never more than there are CPUs, or nearly so. */
    private final List<Thread> closing = new ArrayList<>();

    private final List<StartList.Start> answers = new ArrayList<>();
    private boolean stopped;

    BudgetedActions(Execution execution, TaskGraph graph, Budget budget) {
        this.execution = execution;
        this.graph = graph;
        this.order = ActionOrder.within(graph, budget);
        this.budget = budget;
        this.groups = graph.resourceSets.stream()
                .map(resources -> new ResourceGroup(graph, order, resources))
                .toArray(ResourceGroup[]::new);
    }

    @Override
    public int add(IntStack ready, @Nullable Grant grant, StartList starts) {
        int forgotten;
        lock.lock();
        try {
            forgotten = push(ready, starts);
            if (grant == null) {
                askAll(starts);
                return forgotten;
            }
            closing.add(Thread.currentThread());
        } finally {
            lock.unlock();
        }
        try {
            grant.close();
        } finally {
            lock.lock();
            try {
                closing.remove(Thread.currentThread());
                askAll(starts);
            } finally {
                lock.unlock();
            }
        }
        return forgotten;
    }

    private int push(IntStack ready, StartList starts) {
        int forgotten = 0;
        while (!ready.isEmpty()) {
            int action = ready.pop();
            int set = graph.actions[action].resourceSet;
            if (stopped) {
                forgotten++;
            } else if (set < 0) {
                starts.add(action, null);
            } else {
                groups[set].push(action);
            }
        }
        return forgotten;
    }

    private void askAll(StartList starts) {
        if (!stopped) {
            Set<String> shortOf = Set.of();
            for (ResourceGroup next = mostUrgent(shortOf); next != null; next = mostUrgent(shortOf)) {
                if (next.ask() == null && ask(next)) {
                    continue;
                }
                if (groups.length == 1) {
                    break;
                }
                shortOf = with(shortOf, next);
            }
        }
        answers.forEach(starts::add);
        answers.clear();
    }

    /** Returns the group whose head goes first of those that need nothing which others wait for. */
    private @Nullable ResourceGroup mostUrgent(Set<String> shortOf) {
        ResourceGroup best = null;
        for (ResourceGroup group : groups) {
            if (!group.isEmpty()
                    && (best == null || order.isBefore(group.head(), best.head()))
                    && shortOf.stream().noneMatch(group.resources::contains)) {
                best = group;
            }
        }
        return best;
    }

    /** Adds what a group waits for; all that it needs if that can't be said, because it is about to be answered. */
    private Set<String> with(Set<String> shortOf, ResourceGroup group) {
        Set<String> more = new HashSet<>(shortOf);
        budget.scarce(group.headDemand()).ifPresentOrElse(more::add, () -> more.addAll(group.resources));
        return more;
    }

    /** Asks for a group's most urgent action; returns whether there was an answer at once. */
    private boolean ask(ResourceGroup group) {
        CompletableFuture<Grant> future = request(group.headDemand());
        if (future.isDone()) {
            var ignored = future.handle((grant, error) -> answers.add(new StartList.Start(group.pop(), grant, error)));
            return true;
        }
        ResourceGroup.Ask ask = group.asks(future);
        var ignored = future.whenComplete((grant, error) -> answered(ask, grant, error));
        return group.ask() == null;
    }

    private CompletableFuture<Grant> request(Demand demand) {
        try {
            return budget.acquireAsync(demand);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private void answered(ResourceGroup.Ask ask, @Nullable Grant grant, @Nullable Throwable error) {
        boolean unwanted;
        boolean leftToThisThread;
        lock.lock();
        try {
            unwanted = ask.group.ask() != ask;
            if (!unwanted) {
                ask.group.answered();
                answers.add(new StartList.Start(ask.action, grant, error));
            }
            leftToThisThread = lock.getHoldCount() > 1 || closing.contains(Thread.currentThread());
        } finally {
            lock.unlock();
        }
        if (unwanted) {
            if (grant != null) {
                grant.close();
            }
        } else if (!leftToThisThread) {
            execution.outside(starts -> add(starts.ready, null, starts));
        }
    }

    @Override
    public int stop() {
        int forgotten = 0;
        List<ResourceGroup.Ask> asks = new ArrayList<>();
        lock.lock();
        try {
            stopped = true;
            for (ResourceGroup group : groups) {
                forgotten += group.size();
                ResourceGroup.Ask ask = group.clear();
                if (ask != null) {
                    asks.add(ask);
                }
            }
        } finally {
            lock.unlock();
        }
        asks.forEach(ask -> ask.future.cancel(false));
        return forgotten;
    }

    @Override
    public Map<String, Integer> waiting() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        lock.lock();
        try {
            for (ResourceGroup group : groups) {
                if (!group.isEmpty()) {
                    String resource = budget.scarce(group.headDemand())
                            .orElseGet(() -> group.resources.iterator().next());
                    counts.merge(resource, group.size(), Integer::sum);
                }
            }
        } finally {
            lock.unlock();
        }
        return counts;
    }
}
