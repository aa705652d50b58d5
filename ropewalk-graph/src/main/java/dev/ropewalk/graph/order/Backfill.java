package dev.ropewalk.graph.order;

import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.budget.BudgetGrant;
import dev.ropewalk.limit.budget.Ledger;
import dev.ropewalk.limit.budget.PendingRequest;
import dev.ropewalk.limit.budget.Request;
import dev.ropewalk.limit.budget.ResourceBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Starts actions of a run ahead of more urgent ones that wait for more than is free. They use the resources that are kept for the
 * urgent ones, and only actions start that will have ended by the time at which those could start. Guarded by the run's lock.
 *
 * <p>The earliest start of a waiting action is the moment when enough of the run's own actions will have given back what they
 * hold, if all others gave theirs back at once: an action of another run, one without a cost, and one that has taken longer than
 * its cost may end at any moment. So it is too early rather than too late, and never moves to a later time.
 *
 * <p>Why no action starves: what starts ahead does so before the earliest start and is expected to have ended by then. From then
 * on nothing passes any more, and the waiting action waits only for actions that were running before, as without this class. It
 * may lose the time by which those take longer than their cost says.
 *
 * <p>It is the EASY rule of D. Lifka, "The ANL/IBM SP scheduling system" (1995), without the jobs that end later beside the
 * first one: they need to know what is free then, and others share the budget.
 */
final class Backfill {
    /** How many actions of each set of resources are looked at: the most urgent one, and others that are urgent. */
    private static final int MAX_CANDIDATES = 64;

    private record Holding(BudgetGrant grant, long end) {}

    private final GraphPlan plan;
    private final ActionOrder order;
    private final ResourceBudget budget;
    /** What the run's actions with a cost hold, those first which are expected to end last. */
    private final List<Holding> holdings = new ArrayList<>();

    Backfill(GraphPlan plan, ActionOrder order, ResourceBudget budget) {
        this.plan = plan;
        this.order = order;
        this.budget = budget;
    }

    void started(int action, BudgetGrant grant, long now) {
        if (plan.action(action).isCostKnown()) {
            Holding holding = new Holding(grant, endOf(action, now));
            int place = holdings.size();
            while (place > 0 && holdings.get(place - 1).end < holding.end) {
                place--;
            }
            holdings.add(place, holding);
        }
    }

    void ended(BudgetGrant grant) {
        for (int i = holdings.size() - 1; i >= 0; i--) {
            if (holdings.get(i).grant == grant) {
                holdings.remove(i);
                return;
            }
        }
    }

    /** Returns when an action will have ended that starts at a time, later than that even if it costs nothing. */
    private long endOf(int action, long start) {
        long end = start + Math.max(1, plan.action(action).costNanos());
        return end < start ? Long.MAX_VALUE : end;
    }

    /**
     * Returns an action that may start ahead of the waiting ones, with its grant, or null. The action is still in its group.
     *
     * @param now in nanoseconds since the run began
     */
    StartList.@Nullable Start next(ResourceGroup[] groups, long now) {
        if (holdings.isEmpty()) {
            return null;
        }
        List<Integer> candidates = candidates(groups);
        if (candidates.isEmpty()) {
            return null;
        }
        setEarliestStarts(groups, now);
        for (int action : candidates) {
            long end = endOf(action, now);
            BudgetGrant grant = take(requestOf(action), pending -> mayPass(groups, pending, end));
            if (grant != null) {
                return new StartList.Start(action, grant, null);
            }
        }
        return null;
    }

    private @Nullable BudgetGrant take(Request request, Predicate<PendingRequest> letsPass) {
        try {
            return budget.admission().tryTakeAhead(request, letsPass);
        } catch (BudgetClosedException refusedWithTheOthers) {
            return null;
        }
    }

    /** Returns whether a waiting request is of this run, and can't start before a time. */
    private static boolean mayPass(ResourceGroup[] groups, PendingRequest pending, long time) {
        for (ResourceGroup group : groups) {
            ResourceGroup.Ask ask = group.ask();
            if (ask != null && ask.pending == pending) {
                return time <= ask.earliestStart;
            }
        }
        return false;
    }

    /** Returns actions that would fit into what isn't in use, the most urgent first. */
    private List<Integer> candidates(ResourceGroup[] groups) {
        List<Integer> candidates = new ArrayList<>();
        long[] gaps = budget.admission().gaps();
        for (ResourceGroup group : groups) {
            for (int i = 0; i < Math.min(group.readyCount(), MAX_CANDIDATES); i++) {
                int action = group.ready(i);
                if (plan.action(action).isCostKnown() && isWithin(gaps, requestOf(action))) {
                    candidates.add(action);
                }
            }
        }
        candidates.sort((one, other) -> order.isBefore(one, other) ? -1 : 1);
        return candidates;
    }

    private Request requestOf(int action) {
        return budget.resolve(plan.action(action).demand());
    }

    private static boolean isWithin(long[] gaps, Request request) {
        for (int i = 0; i < request.resources.length; i++) {
            if (request.amounts[i] > gaps[request.resources[i]]) {
                return false;
            }
        }
        return true;
    }

    private void setEarliestStarts(ResourceGroup[] groups, long now) {
        long[] capacities = budget.admission().capacities();
        for (ResourceGroup group : groups) {
            ResourceGroup.Ask ask = group.ask();
            if (ask != null) {
                ask.earliestStart = Math.min(ask.earliestStart, earliestStart(ask.pending().request, capacities, now));
            }
        }
    }

    /** Goes back in time from when all holdings have ended: the first of them that is in the way is the last to be waited for. */
    private long earliestStart(Request waiting, long[] capacities, long now) {
        long[] held = new long[capacities.length];
        for (Holding holding : holdings) {
            if (holding.end <= now) {
                break;
            }
            Request request = holding.grant.request();
            for (int i = 0; i < request.resources.length; i++) {
                held[request.resources[i]] += request.amounts[i];
            }
            if (!fitsBeside(held, waiting, capacities)) {
                return holding.end;
            }
        }
        return now;
    }

    /** As {@link Ledger#fits}: more than there is fits beside nothing. */
    private static boolean fitsBeside(long[] held, Request waiting, long[] capacities) {
        for (int i = 0; i < waiting.resources.length; i++) {
            int resource = waiting.resources[i];
            if (held[resource] > 0 && waiting.amounts[i] > capacities[resource] - held[resource]) {
                return false;
            }
        }
        return true;
    }
}
