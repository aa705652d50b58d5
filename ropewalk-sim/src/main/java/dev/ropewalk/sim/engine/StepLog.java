package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;

/** Takes down the steps of a run. */
public interface StepLog {
    /** A party takes a step, at a moment of virtual time in nanoseconds. */
    void add(int party, StepKind kind, int resource, long now);

    /** A party is named, when it takes its first step. */
    void nameParty(int party, Object named);

    /** A resource is named, when a party announces a step on it; called by the code that does so. */
    void nameResource(int party, int resource, Object named);
}
