package dev.ropewalk.sim.trace;

import dev.ropewalk.scheduler.step.StepKind;

/**
 * A step of a trace.
 *
 * @param party the number of the party
 * @param kind what it did
 * @param resource the number of the resource that it did it to
 * @param nanos when, in nanoseconds of virtual time
 */
public record TracedStep(int party, StepKind kind, int resource, long nanos) {}
