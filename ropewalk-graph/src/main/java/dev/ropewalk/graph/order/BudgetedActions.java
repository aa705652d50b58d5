package dev.ropewalk.graph.order;

import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.budget.Admission;
import dev.ropewalk.limit.budget.BudgetGrant;
import dev.ropewalk.limit.budget.Request;
import dev.ropewalk.limit.budget.ResourceBudget;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * For a run with a budget: the ready actions wait here, the most urgent first, and only a few of them in the budget's own queue,
 * where they would keep the order in which they came. Of each set of resources the most urgent action may ask, unless it needs
 * what a more urgent one of another set is waiting for; so a resource that is short holds up only actions that need it, and what
 * comes free goes to the most urgent. Between this run and other users the budget decides. A request is never taken back, which
 * would lose its place in the budget's queue.
 *
 * <p>All of it happens under one lock, and no foreign code runs there. Of the budget only its books are used there, under the
 * budget's own lock, which is the last one that is taken. Measuring the budget runs code of the user and comes before. Owners of
 * requests that it grants meanwhile, other runs among them, are woken afterwards.
 *
 * <p>An answer lies in the {@link ResourceGroup.Ask} itself. Any thread that has the lock takes it, mostly the thread that has
 * just closed a grant, which then starts the action itself. A thread that is sent to wake an ask whose answer was taken has
 * nothing to do.
 */
public final class BudgetedActions implements ReadyActions {
    private final ActionStarter starter;
    private final GraphPlan plan;
    private final ActionOrder order;
    private final ResourceBudget budget;
    private final Admission admission;
    private final ReentrantLock lock = new ReentrantLock();
    private final ResourceGroup[] groups;
    private final Backfill backfill;
    private boolean stopped;

    public BudgetedActions(ActionStarter starter, GraphPlan plan, ResourceBudget budget) {
        this.starter = starter;
        this.plan = plan;
        this.order = ActionOrder.within(plan, budget);
        this.budget = budget;
        this.admission = budget.admission();
        this.groups = plan.resourceSets().stream()
                .map(resources -> new ResourceGroup(plan, order, resources))
                .toArray(ResourceGroup[]::new);
        this.backfill = new Backfill(plan, order, budget);
    }

    @Override
    public int add(IntStack ready, @Nullable BudgetGrant grant, StartList starts) {
        int forgotten;
        boolean waits;
        boolean othersWait;
        budget.measure();
        lock.lock();
        try {
            forgotten = push(ready, starts);
            othersWait = grant != null && giveBack(grant);
            waits = askAll(starts);
            if (waits) {
                fillGaps(starts);
            }
        } finally {
            lock.unlock();
            admission.wakeSettled();
        }
        if (waits) {
            budget.watch();
        }
        if (waits || othersWait) {
            budget.measure();
        }
        return forgotten;
    }

    private boolean giveBack(BudgetGrant grant) {
        backfill.ended(grant);
        return admission.closeQuietly(grant);
    }

    /** Starts what will have ended before the waiting actions could start. */
    private void fillGaps(StartList starts) {
        long now = starter.elapsedNanos();
        for (StartList.Start next = backfill.next(groups, now); next != null; next = backfill.next(groups, now)) {
            start(next.action(), Objects.requireNonNull(next.grant()), starts);
            groups[plan.action(next.action()).resourceSet()].remove(next.action());
        }
    }

    private int push(IntStack ready, StartList starts) {
        int forgotten = 0;
        while (!ready.isEmpty()) {
            int action = ready.pop();
            int set = plan.action(action).resourceSet();
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

    /** Takes the answers that are there, and asks for those whose turn it is; returns whether one of them waits. */
    private boolean askAll(StartList starts) {
        if (stopped) {
            return false;
        }
        for (ResourceGroup group : groups) {
            takeAnswer(group, starts);
        }
        Set<String> shortOf = Set.of();
        boolean waits = false;
        for (ResourceGroup next = mostUrgent(shortOf); next != null; next = mostUrgent(shortOf)) {
            if (next.ask() == null && ask(next, starts)) {
                continue;
            }
            waits = true;
            if (groups.length == 1) {
                break;
            }
            shortOf = with(shortOf, next);
        }
        return waits;
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
        admission
                .scarce(budget.resolve(group.headDemand()))
                .ifPresentOrElse(more::add, () -> more.addAll(group.resources));
        return more;
    }

    /** Asks for a group's most urgent action; returns whether there was an answer at once. */
    private boolean ask(ResourceGroup group, StartList starts) {
        try {
            Request request = budget.resolve(group.headDemand());
            BudgetGrant grant = admission.tryTake(request);
            if (grant != null) {
                start(group.head(), grant, starts);
                group.pop();
                return true;
            }
            var ask = new ResourceGroup.Ask(this, group.head());
            ask.pending = admission.enterQuietly(request, ask);
            group.asks(ask);
            return takeAnswer(group, starts);
        } catch (BudgetClosedException closed) {
            starts.add(new StartList.Start(group.pop(), null, closed));
            return true;
        }
    }

    private void start(int action, BudgetGrant grant, StartList starts) {
        try {
            starts.add(action, grant);
            backfill.started(action, grant, starter.elapsedNanos());
        } catch (Throwable noMemory) {
            boolean ignored = admission.closeQuietly(grant);
            throw noMemory;
        }
    }

    /** Starts the action that a group asks for, if that is answered; returns whether it was. */
    private boolean takeAnswer(ResourceGroup group, StartList starts) {
        ResourceGroup.Ask ask = group.ask();
        if (ask == null || !ask.isSettled()) {
            return false;
        }
        if (ask.isGranted()) {
            start(ask.action, ask.grant(), starts);
        } else {
            starts.add(new StartList.Start(ask.action, null, ask.refusal()));
        }
        group.answered();
        return true;
    }

    /**
     * Called without any lock by the thread that has let the budget answer a request: goes on unless another thread has done so.
     */
    void answered(ResourceGroup.Ask ask) {
        lock.lock();
        try {
            if (groups[plan.action(ask.action).resourceSet()].ask() != ask) {
                return;
            }
        } finally {
            lock.unlock();
        }
        starter.startOutside(starts -> add(starts.ready, null, starts));
    }

    @Override
    public int stop() {
        int forgotten = 0;
        lock.lock();
        try {
            stopped = true;
            for (ResourceGroup group : groups) {
                forgotten += group.size();
                ResourceGroup.Ask ask = group.clear();
                if (ask != null) {
                    giveUp(ask);
                }
            }
        } finally {
            lock.unlock();
            admission.wakeSettled();
        }
        budget.measure();
        return forgotten;
    }

    private void giveUp(ResourceGroup.Ask ask) {
        if (ask.withdraw()) {
            admission.leaveQuietly(ask.pending(), false);
        } else if (ask.isGranted()) {
            boolean ignored = admission.closeQuietly(ask.grant());
        }
    }

    @Override
    public Map<String, Integer> waiting() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        budget.measure();
        lock.lock();
        try {
            for (ResourceGroup group : groups) {
                if (!group.isEmpty()) {
                    String resource = admission
                            .scarce(budget.resolve(group.headDemand()))
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
