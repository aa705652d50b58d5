package dev.ropewalk.sim.shrink;

/**
 * How a run has ended that was tried while shrinking.
 *
 * @param sameFailure whether it has failed in the same way as the run that is shrunk
 * @param steps how many steps it had
 */
public record Outcome(boolean sameFailure, long steps) {}
