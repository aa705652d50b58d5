package dev.ropewalk.sim.choice;

import dev.ropewalk.scheduler.step.StepKind;

/**
 * The parties that can take a step, each in a slot, with the step that it will take. The party that has taken the last step is
 * in slot 0 if it can go on. The order of the others is arbitrary, and the same whenever a run is repeated.
 */
public interface ReadyParties {
    /** Returns the number of parties, at least one. */
    int size();

    /** Returns whether the party in slot 0 has taken the last step. */
    boolean isLastReady();

    /** Returns the number of a party: 0 for the first that the run has made, and so on. */
    int party(int slot);

    /** Returns what a party will do. */
    StepKind kind(int slot);

    /** Returns the number of the resource to which it will do that. Steps on different resources are independent. */
    int resource(int slot);
}
