package dev.ropewalk.graph.order;

import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.PlannedAction;
import dev.ropewalk.limit.Budget;
import java.util.HashMap;
import java.util.Map;

/**
 * The order in which ready actions of a run start: by their demand's priority, then by the length of their path, then by the order
 * in which they were added to the graph. Immutable.
 *
 * <p>A run takes at least as long as its critical path, and as long as its actions take of any resource. If the path is the
 * longer, its length is a matter of time alone. If the resources are, most of the graph isn't critical, and pure length would
 * leave what takes much of them for the end, such as the many tests of a build, where they would wait for memory while nothing
 * else is left to do. So an action is taken for
 * longer than it is, in its own place, by how much its share of the resource of which it takes most is above the mean, and for
 * shorter if it is below: the dominant share of Ghodsi et al., "Dominant Resource Fairness" (2011). If all shares are equal, the
 * order is that of the paths.
 */
final class ActionOrder {
    private final GraphPlan plan;
    private final long[] lengths;

    private ActionOrder(GraphPlan plan, long[] lengths) {
        this.plan = plan;
        this.lengths = lengths;
    }

    static ActionOrder byTime(GraphPlan plan) {
        return new ActionOrder(plan, plan.paths());
    }

    static ActionOrder within(GraphPlan plan, Budget budget) {
        Map<String, Double> capacities = new HashMap<>();
        plan.resourceSets()
                .forEach(resources -> resources.forEach(
                        resource -> capacities.put(resource, (double) Math.max(1, budget.capacity(resource)))));
        Map<String, Double> loads = new HashMap<>();
        double time = 0;
        double sharedTime = 0;
        for (PlannedAction<?> action : plan.actions()) {
            time += action.costNanos();
            sharedTime += action.costNanos() * share(action, capacities);
            action.demand()
                    .amounts()
                    .forEach((resource, amount) -> loads.merge(
                            resource,
                            action.costNanos() * (amount / capacities.getOrDefault(resource, 1.0)),
                            Double::sum));
        }
        double resourceBound =
                loads.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        if (resourceBound <= plan.criticalPathNanos()) {
            return byTime(plan);
        }
        double meanShare = sharedTime / time;
        long[] lengths = new long[plan.size()];
        for (PlannedAction<?> action : plan.actions()) {
            double weight = action.costNanos() * (share(action, capacities) / meanShare - 1);
            lengths[action.index()] = Math.round(plan.paths()[action.index()] + weight);
        }
        return new ActionOrder(plan, lengths);
    }

    private static double share(PlannedAction<?> action, Map<String, Double> capacities) {
        double most = 0;
        for (Map.Entry<String, Long> amount : action.demand().amounts().entrySet()) {
            most = Math.max(most, amount.getValue() / capacities.getOrDefault(amount.getKey(), 1.0));
        }
        return most;
    }

    boolean isBefore(int one, int other) {
        int byPriority = Integer.compare(
                plan.action(other).demand().priority(),
                plan.action(one).demand().priority());
        if (byPriority != 0) {
            return byPriority < 0;
        }
        int byLength = Long.compare(lengths[other], lengths[one]);
        return byLength == 0 ? one < other : byLength < 0;
    }
}
