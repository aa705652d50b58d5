package dev.ropewalk.sim.trace;

/**
 * A step that has let another party take a step.
 *
 * @param from the index of the step that has let it
 * @param to the index of the step that it led to
 */
record Cause(int from, int to) {}
