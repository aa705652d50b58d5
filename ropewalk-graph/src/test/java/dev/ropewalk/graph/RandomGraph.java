package dev.ropewalk.graph;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetBuilder;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A random graph whose actions compute a number from those of their dependencies and check all they can: that each runs once and
 * after its dependencies, and that no more of a resource is in use than there is. The expected numbers and failures are computed
 * by hand, one action after the other.
 */
final class RandomGraph {
    private static final int MOST_DEPENDENCIES = 4;
    static final String[] RESOURCES = {"memory", "calls", "cpu"};
    static final long[] CAPACITIES = {100, 7, 3};

    final TaskGraph graph;
    final List<Action<Long>> actions = new ArrayList<>();
    final AtomicIntegerArray attempts;
    final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
    private final List<List<Integer>> dependencies = new ArrayList<>();
    private final AtomicLongArray inUse = new AtomicLongArray(RESOURCES.length);
    private final int[] failures;
    private final int[] allowed;
    private final boolean nearby;

    RandomGraph(int size, int failuresIn1000, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TaskGraphDraft builder = TaskGraph.draft();
        attempts = new AtomicIntegerArray(size);
        failures = new int[size];
        allowed = new int[size];
        nearby = random.nextBoolean();
        for (int i = 0; i < size; i++) {
            int index = i;
            failures[i] = random.nextInt(1000) < failuresIn1000 ? 1 + random.nextInt(3) : 0;
            allowed[i] = 1 + random.nextInt(3);
            long[] amounts = amounts(random);
            Action<Long> action = random.nextInt(3) == 0
                    ? builder.asyncAction("a" + i, context -> later(compute(index, context, amounts), index, amounts))
                    : builder.action("a" + i, context -> leave(compute(index, context, amounts), amounts));
            List<Integer> own = someBefore(i, random);
            own.forEach(dependency -> action.after(actions.get(dependency)));
            dependencies.add(own);
            actions.add(action.demand(demand(amounts))
                    .cost(Duration.ofNanos(random.nextInt(1_000)))
                    .retry(Retry.attempts(allowed[i])
                            .backOff(Duration.ofNanos(random.nextInt(100_000)), Duration.ofMillis(1))));
        }
        graph = builder.build();
    }

    private List<Integer> someBefore(int action, SplittableRandom random) {
        List<Integer> own = new ArrayList<>();
        for (int edge = random.nextInt(MOST_DEPENDENCIES); edge > 0 && action > 0; edge--) {
            own.add(nearby ? Math.max(0, action - 1 - random.nextInt(50)) : random.nextInt(action));
        }
        return own;
    }

    private static long[] amounts(SplittableRandom random) {
        long[] amounts = new long[RESOURCES.length];
        for (int resource = 0; resource < amounts.length; resource++) {
            if (random.nextInt(3) == 0) {
                amounts[resource] = 1 + random.nextLong(CAPACITIES[resource]);
            }
        }
        return amounts;
    }

    private static Demand demand(long[] amounts) {
        Demand demand = Demand.nothing();
        for (int resource = 0; resource < amounts.length; resource++) {
            if (amounts[resource] > 0) {
                demand = demand.and(RESOURCES[resource], amounts[resource]);
            }
        }
        return demand;
    }

    static Budget budget() {
        BudgetBuilder builder = Budget.builder();
        for (int resource = 0; resource < RESOURCES.length; resource++) {
            builder = builder.resource(RESOURCES[resource], CAPACITIES[resource]);
        }
        return builder.build();
    }

    private long compute(int index, ActionContext context, long[] amounts) throws IOException {
        int attempt = attempts.incrementAndGet(index);
        if (attempt != context.attempt()) {
            wrong.set("attempt " + context.attempt() + " of " + index + " ran " + attempt + " times");
        }
        enter(amounts);
        long value = index;
        for (int dependency : dependencies.get(index)) {
            value = 31 * value + context.value(actions.get(dependency));
        }
        if (attempt <= failures[index]) {
            leave(0, amounts);
            throw new IOException("attempt " + attempt);
        }
        return value;
    }

    private void enter(long[] amounts) {
        for (int resource = 0; resource < amounts.length; resource++) {
            if (inUse.addAndGet(resource, amounts[resource]) > CAPACITIES[resource]) {
                wrong.set("more " + RESOURCES[resource] + " in use than there is: " + inUse.get(resource));
            }
        }
    }

    private long leave(long value, long[] amounts) {
        for (int resource = 0; resource < amounts.length; resource++) {
            inUse.addAndGet(resource, -amounts[resource]);
        }
        return value;
    }

    private CompletableFuture<Long> later(long value, int index, long[] amounts) {
        if (index % 2 == 0) {
            return CompletableFuture.completedFuture(leave(value, amounts));
        }
        return CompletableFuture.supplyAsync(
                () -> leave(value, amounts),
                CompletableFuture.delayedExecutor(
                        index % 7 * 1_000L, TimeUnit.NANOSECONDS, Thread::startVirtualThread));
    }

    /** Returns the values by hand; null for what fails or is skipped. */
    @Nullable
    Long[] expected() {
        @Nullable Long[] values = new @Nullable Long[actions.size()];
        for (int i = 0; i < values.length; i++) {
            Long value = failures[i] >= allowed[i] ? null : Long.valueOf(i);
            for (int dependency : dependencies.get(i)) {
                Long before = values[dependency];
                value = value == null || before == null ? null : Long.valueOf(31 * value + before);
            }
            values[i] = value;
        }
        return values;
    }

    /** Returns whether an action has a dependency without a value. */
    boolean isSkipped(int action, @Nullable Long[] values) {
        return dependencies.get(action).stream().anyMatch(dependency -> values[dependency] == null);
    }

    boolean dependsOn(int action, int other) {
        BitSet before = new BitSet();
        before.set(action);
        for (int at = action; at >= 0; at = before.previousSetBit(at - 1)) {
            dependencies.get(at).forEach(before::set);
        }
        return before.get(other);
    }

    /** Returns how often an action runs if its dependencies succeed. */
    int expectedAttempts(int action) {
        return Math.min(failures[action] + 1, allowed[action]);
    }

    boolean holdsNothing() {
        for (int resource = 0; resource < RESOURCES.length; resource++) {
            if (inUse.get(resource) != 0) {
                return false;
            }
        }
        return true;
    }
}
