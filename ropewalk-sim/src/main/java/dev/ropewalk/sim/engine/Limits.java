package dev.ropewalk.sim.engine;

import dev.ropewalk.sim.thread.Watchdog;

/**
 * How long a run may be.
 *
 * @param steps the most steps
 * @param nanos the most virtual time, in nanoseconds
 * @param watchdog looks by real time whether the run goes on
 */
public record Limits(long steps, long nanos, Watchdog watchdog) {}
