package dev.ropewalk.observe.health;

import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.ResourceStats;
import java.util.stream.Collectors;

/** Budgets for which ever more requests wait. */
final class BudgetCheck implements PartCheck<BudgetStats> {
    @Override
    public void compare(String part, BudgetStats before, BudgetStats after, Looks looks) {
        looks.checkQueue(
                part,
                "requests",
                before.admission().waiting(),
                after.admission().waiting(),
                "Bound what comes in, or add to what is short; " + shortOf(after));
    }

    private static String shortOf(BudgetStats now) {
        return "they wait for "
                + now.resources().stream()
                        .filter(resource -> resource.waiting() > 0)
                        .map(ResourceStats::toString)
                        .collect(Collectors.joining(", "));
    }
}
