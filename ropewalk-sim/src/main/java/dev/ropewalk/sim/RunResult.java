package dev.ropewalk.sim;

import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.fault.FaultReach;
import dev.ropewalk.sim.fault.FaultRule;
import dev.ropewalk.sim.oracle.RunProperties;
import java.util.Map;

/**
 * How one run has ended.
 *
 * @param ending why it has ended
 * @param steps how many steps it took
 * @param hash the sum of its steps: two runs with the same steps have the same
 * @param nanos how much virtual time it took
 * @param properties what was looked at by name
 * @param faults how far it came to where faults are to happen, by the rules at places
 */
record RunResult(
        Ending ending, long steps, long hash, long nanos, RunProperties properties, Map<FaultRule, FaultReach> faults) {
    /** Returns whether the run came to its end, so that its length tells something. */
    boolean isWhole() {
        return ending.kind() == Ending.Kind.DONE;
    }

    boolean hasFailed() {
        return ending.hasFailed();
    }
}
