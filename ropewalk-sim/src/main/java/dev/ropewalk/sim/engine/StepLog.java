package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.Fault;

/** Takes down the steps and faults of a run. */
public interface StepLog {
    /** Stands for the party of a fault that strikes none. */
    int NO_PARTY = -1;

    /** A party takes a step, at a moment of virtual time in nanoseconds. */
    void add(int party, StepKind kind, int resource, long now);

    /** The step that is taken next handles this message. */
    void nameMessage(Object message);

    /** A fault strikes a party, or none, at a place and a moment of virtual time in nanoseconds. */
    void addFault(int party, Fault fault, Object place, long now);

    /** A party is named, when it takes its first step. */
    void nameParty(int party, Object named);

    /** A resource is named, when a party announces a step on it; called by the code that does so. */
    void nameResource(int party, int resource, Object named);
}
