package dev.ropewalk.stress;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Counts what those who hold grants of a budget hold, apart from the budget. */
final class BudgetAccount {
    private static final String[] RESOURCES = {"memory", "calls", "cpu"};
    private static final int[] CAPACITIES = {100, 7, 3};

    private final AtomicIntegerArray inUse = new AtomicIntegerArray(RESOURCES.length);
    private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();

    static Budget newBudget() {
        var builder = Budget.builder();
        for (int resource = 0; resource < RESOURCES.length; resource++) {
            builder = builder.resource(RESOURCES[resource], CAPACITIES[resource]);
        }
        return builder.build();
    }

    int[] randomAmounts(SplittableRandom random) {
        int[] amounts = new int[RESOURCES.length];
        for (int resource = 0; resource < amounts.length; resource++) {
            amounts[resource] = random.nextInt(3) == 0 ? 1 + random.nextInt(CAPACITIES[resource]) : 0;
        }
        return amounts;
    }

    Demand demand(int[] amounts) {
        Demand demand = Demand.nothing();
        for (int resource = 0; resource < amounts.length; resource++) {
            if (amounts[resource] > 0) {
                demand = demand.and(RESOURCES[resource], amounts[resource]);
            }
        }
        return demand;
    }

    void enter(int[] amounts) {
        for (int resource = 0; resource < amounts.length; resource++) {
            int held = inUse.addAndGet(resource, amounts[resource]);
            if (held > CAPACITIES[resource]) {
                wrong.set(held + " of " + CAPACITIES[resource] + " " + RESOURCES[resource] + " in use");
            }
        }
    }

    void leave(int[] amounts) {
        for (int resource = 0; resource < amounts.length; resource++) {
            inUse.addAndGet(resource, -amounts[resource]);
        }
    }

    /** Sets the capacities to some that are lower, or to the whole. */
    static void shrink(Budget budget, SplittableRandom random, boolean whole) {
        for (int resource = 0; resource < RESOURCES.length; resource++) {
            int capacity = whole ? CAPACITIES[resource] : 1 + random.nextInt(CAPACITIES[resource]);
            budget.setCapacity(RESOURCES[resource], capacity);
        }
    }

    /** Throws if ever too much was held, or the budget isn't whole now that nobody should hold anything. */
    void check(Budget budget) {
        String problem = wrong.get();
        for (int resource = 0; resource < RESOURCES.length; resource++) {
            if (budget.available(RESOURCES[resource]) != CAPACITIES[resource] || inUse.get(resource) != 0) {
                problem = inUse + " are in use of " + budget.stats();
            }
        }
        if (problem != null) {
            throw new AssertionError(problem);
        }
    }
}
