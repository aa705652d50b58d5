package dev.ropewalk.sim.choice;

/**
 * Makes the decisions of one run. The default is 0 everywhere: go on with the same party, first clause, no fault. One world uses
 * a source at a time, so a source isn't thread-safe.
 */
public interface ChoiceSource {
    /** What {@link #pick} returns when the run can't show anything that other runs don't show, and is to be given up. */
    int GIVE_UP = -1;

    /**
     * Decides which party takes the next step. If there is one party only, the answer is 0 or {@link #GIVE_UP}, and that is no
     * decision: nothing is drawn or recorded for it. So such a call may be left out, unless the source {@linkplain #seesAllSteps
     * sees all steps}.
     *
     * @return its slot, or {@link #GIVE_UP}
     */
    int pick(ReadyParties ready);

    /**
     * Decides which clause of a select is taken, what a random number is, how long something lasts.
     *
     * @param bound how many options there are, at least two
     * @return an option, from 0 to {@code bound - 1}
     */
    int draw(int bound);

    /**
     * Decides whether a fault happens.
     *
     * @param oneIn how rare the fault is: it happens about once in so many calls. At least one
     */
    boolean strike(int oneIn);

    /** Returns whether {@link #pick} has to be called before each step, even if one party only is ready. Constant. */
    default boolean seesAllSteps() {
        return false;
    }
}
