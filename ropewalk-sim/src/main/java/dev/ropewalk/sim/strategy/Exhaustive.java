package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ChoiceSource;

/**
 * Depth-first search through all schedules.
 *
 * <p>With a bound, a schedule has at most so many preemptions, which are switches away from a party that could go on (Musuvathi,
 * Qadeer: Iterative context bounding, PLDI 2007), and faults.
 *
 * <p>If it is <em>reduced</em> and has no bound, <em>sleep sets</em> prune it (Godefroid: Partial-order methods for the verification of concurrent systems,
 * 1996): of all schedules that differ only in the order of independent steps, one runs to its end, and the others are given up
 * at the step at which that is certain.
 *
 * <p>If it has a bound, too, sleep sets may prune the only schedule of its kind that is
 * within the bound (Coons, Musuvathi, McKinley: Bounded partial-order reduction, OOPSLA 2013). So a party is put to sleep only if
 * its step can as well be taken before the preemption, at the same cost: if it was the running party, and its step lets nobody
 * else go on. Why that is enough: let p be preempted, and let it take its step only after others have taken steps that are
 * independent of it. If p takes that step first, it is still p that is left for the others, and the switch back to p falls away
 * or leads to what p's step led to. No other switch gets dearer, because whoever is left there could go on as much as before:
 * a party begins to wait in a step on what it waits for, and such a step isn't independent of one that ends the wait.
 */
record Exhaustive(int bound, boolean reduced) implements SearchStrategy {
    static final int MAX_BOUND = 1000;

    /** No bound: the schedules may have any number of preemptions. */
    static final int UNBOUNDED = Integer.MAX_VALUE;

    static int checked(int bound) {
        Numbers.check("bound of exhaustive", bound, 0, MAX_BOUND);
        return bound;
    }

    @Override
    public Search search() {
        return new Frontier(this);
    }

    @Override
    public ChoiceSource repeat(long seed, Knowledge knowledge) {
        throw new IllegalArgumentException("a run of " + this + " is repeated by its decisions, not by a seed");
    }

    @Override
    public String toString() {
        return (reduced ? "exhaustive-reduced" : "exhaustive") + (bound == UNBOUNDED ? "" : ":" + bound);
    }
}
