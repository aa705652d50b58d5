package dev.ropewalk.graph.order;

import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.limit.budget.BudgetGrant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Those actions of a run that have all their dependencies, and the rule by which they start. Thread-safe. */
public interface ReadyActions {
    /**
     * Adds actions, then closes a grant.
     *
     * @param ready the actions; emptied
     * @param grant what an action that has ended holds, if any
     * @param starts gets what the caller is to start, the most urgent first
     * @return how many were forgotten because this has been stopped
     */
    int add(IntStack ready, @Nullable BudgetGrant grant, StartList starts);

    /** Forgets all that wait, and all that will be added; returns how many were forgotten here. */
    int stop();

    /** Returns how many wait, by the resource that the most urgent of them is short of. */
    Map<String, Integer> waiting();

    /** For a run without a budget: all that is ready starts. */
    final class Unbounded implements ReadyActions {
        private final ActionOrder order;

        public Unbounded(GraphPlan plan) {
            order = ActionOrder.byTime(plan);
        }

        @Override
        public int add(IntStack ready, @Nullable BudgetGrant grant, StartList starts) {
            if (ready.size() == 1) {
                starts.add(ready.pop(), null);
            } else if (ready.size() > 1) {
                ReadyHeap ordered = new ReadyHeap(order);
                while (!ready.isEmpty()) {
                    ordered.push(ready.pop());
                }
                while (!ordered.isEmpty()) {
                    starts.add(ordered.pop(), null);
                }
            }
            return 0;
        }

        @Override
        public int stop() {
            return 0;
        }

        @Override
        public Map<String, Integer> waiting() {
            return Map.of();
        }
    }
}
