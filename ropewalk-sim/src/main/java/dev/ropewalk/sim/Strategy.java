package dev.ropewalk.sim;

import dev.ropewalk.sim.strategy.Strategies;
import dev.ropewalk.sim.strategy.StrategyParser;

/**
 * How the schedules of a campaign are chosen. A strategy is immutable. Its {@linkplain #toString text} is what {@link #parse}
 * reads, such as {@code random}, {@code pct:3} or {@code pos+fair:2000}.
 *
 * <p>All strategies but the exhaustive one draw from pseudo-random numbers, which follow from a run's seed alone. So a strategy and
 * a seed repeat a run.
 */
public interface Strategy {
    /** At each step, each party that can go on is as likely as the others. Fair, without a guarantee, and often good enough. */
    static Strategy randomWalk() {
        return Strategies.randomWalk();
    }

    /** The parties take a step each, in the order in which they began. Other decisions are drawn at random. */
    static Strategy roundRobin() {
        return Strategies.roundRobin();
    }

    /**
     * Probabilistic concurrency testing: the party of the highest priority goes on; priorities are random, and at {@code depth - 1}
     * random points of the run the party that is running falls below all others. The depth of a bug is the number of orders
     * between steps that make it happen. In a run of n parties that chooses between them k times at most, a bug of this depth is found
     * with a probability of 1/(n k^(depth-1)) at least. What counts as k is the most choices of a recent run of the campaign: in a run
     * that is much shorter, the random points mostly come after its end, and the probability is so much smaller as the longest is longer. From Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler
     * with probabilistic guarantees of finding bugs, ASPLOS 2010.
     *
     * @param depth from 1 to 1000
     */
    static Strategy pct(int depth) {
        return Strategies.pct(depth);
    }

    /**
     * Partial order sampling: the ready step of the highest random priority is taken, and those that race with it get a fresh
     * one. From Yuan, Yang, Gu: Partial order aware concurrency sampling, CAV 2018.
     */
    static Strategy pos() {
        return Strategies.pos();
    }

    /**
     * Uniform random walk: each order of the visible steps is about as likely as the others, since a party is taken in
     * proportion to the steps that it has left in the run before. From Zhao, Wolff, Mathur, Roychoudhury: Selectively uniform
     * concurrency testing, ASPLOS 2025.
     */
    static Strategy uniform() {
        return Strategies.uniform();
    }

    /**
     * Delay bounding: a party goes on until it has to wait, and then the next in turn; at so many random points of the run, a
     * turn is skipped. From Emmi, Qadeer, Rakamaric: Delay-bounded scheduling, POPL 2011.
     *
     * @param bound how many turns are skipped, from 0 to 1000
     */
    static Strategy delays(int bound) {
        return Strategies.delays(bound);
    }

    /**
     * All schedules, depth first. A campaign ends when there is none left. Other decisions of up to 8 options are enumerated, too; of
     * one of more options, such as {@code random().nextInt(10)}, one option is tried, and the campaign doesn't say that it has tried all.
     * Their number grows with the factorial of the steps, so this is for the smallest programs.
     */
    static Strategy exhaustive() {
        return Strategies.exhaustive();
    }

    /**
     * All schedules of at most so many preemptions and faults, depth first. A preemption is a switch away from a party that could go
     * on. From Musuvathi, Qadeer: Iterative context bounding for systematic testing of multithreaded programs, PLDI 2007.
     *
     * @param bound from 0 to 1000
     */
    static Strategy exhaustive(int bound) {
        return Strategies.exhaustive(bound);
    }

    /**
     * As {@link #exhaustive()}, with partial-order reduction: of the schedules that differ only in the order of independent steps, one.
     * Two steps count as independent if they are announced on different resources.
     *
     * <p>This is right only if parties share nothing else from one announcement to the next: whatever else they read and change
     * together (a lock or a monitor of the JDK, an atomic number, a field) has a {@link Simulation#point} of its own before each use.
     * If not, schedules are left out that would have failed. From Godefroid: Partial-order methods for the verification of
     * concurrent systems, 1996.
     */
    static Strategy exhaustiveReduced() {
        return Strategies.exhaustiveReduced();
    }

    /**
     * As {@link #exhaustive(int)}, with partial-order reduction as {@link #exhaustiveReduced()} has it: of the schedules within the
     * bound that differ only in the order of independent steps, one at least.
     *
     * @param bound from 0 to 1000
     */
    static Strategy exhaustiveReduced(int bound) {
        return Strategies.exhaustiveReduced(bound);
    }

    /**
     * The default: the strategies that sample take turns over the runs of a campaign, with several depths and bounds. Which one's
     * turn it is depends on the run's number alone.
     */
    static Strategy portfolio() {
        return Strategies.portfolio();
    }

    /**
     * Reads a strategy from its text.
     *
     * @throws IllegalArgumentException if the text names no strategy, or a number is missing, too many, or out of range
     */
    static Strategy parse(String text) {
        return StrategyParser.parse(text);
    }

    /**
     * Returns a strategy that lets all parties take turns after a number of steps. What is still not done much later has failed
     * to make progress, since no party was kept from going on. From Musuvathi, Qadeer: Fair stateless model checking, PLDI 2008.
     *
     * @param steps how many steps are taken before, at least 0
     */
    Strategy withFairTail(int steps);

    /** Returns the text from which {@link #parse} makes this strategy. */
    @Override
    String toString();
}
