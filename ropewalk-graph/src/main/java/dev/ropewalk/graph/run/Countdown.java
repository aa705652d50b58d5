package dev.ropewalk.graph.run;

import dev.ropewalk.graph.plan.GraphPlan;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many dependencies each action of a run still waits for.
 *
 * <p>Each dependency that ends arrives once. An atomic decrement orders the arrivals: one of them alone is the last, and only it
 * may go on with the action. What was done before any arrival happens-before the return of the last one, because each decrement
 * reads what the one before it wrote: so the action sees the values of all. A thread that finds one left is that last one, and
 * needs no decrement: the acquire takes its place.
 */
final class Countdown {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    private final int[] left;

    /** Creates counts from the numbers of dependencies, which this object goes on to use. */
    Countdown(int[] dependencies) {
        left = dependencies;
    }

    static Countdown of(GraphPlan plan) {
        int[] counts = new int[plan.size()];
        for (int action = 0; action < counts.length; action++) {
            counts[action] = plan.dependencies().count(action);
        }
        return new Countdown(counts);
    }

    /** Returns the counts, each at its action's index. That of an action which has ended counts nothing any more. */
    int[] counts() {
        return left;
    }

    /** Notes that a dependency of an action has ended; returns whether it was the last one. */
    boolean arrive(int action) {
        return (int) ELEMENT.getAcquire(left, action) == 1 || (int) ELEMENT.getAndAdd(left, action, -1) == 1;
    }
}
