package dev.ropewalk.sim.fault;

import dev.ropewalk.sim.Fault;

/**
 * When a fault happens.
 *
 * @param fault which
 * @param oneIn about once in so many chances; 0 if it is told by the count
 * @param place what the name of the place must contain; empty for all places
 * @param count at which chance, from 1; 0 if it is told by the rate
 */
public record FaultRule(Fault fault, int oneIn, String place, int count) {
    /** Returns a rule for a fault that happens about once in so many chances, anywhere. */
    public static FaultRule rate(Fault fault, int oneIn) {
        if (oneIn < 1) {
            throw new IllegalArgumentException("a fault happens once in at least 1 chance, not " + oneIn);
        }
        return new FaultRule(fault, oneIn, "", 0);
    }

    /** Returns a rule for a fault that happens at the n-th chance at a place. */
    public static FaultRule at(Fault fault, String place, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("chances are counted from 1, not " + count);
        }
        return new FaultRule(fault, 0, place, count);
    }
}
