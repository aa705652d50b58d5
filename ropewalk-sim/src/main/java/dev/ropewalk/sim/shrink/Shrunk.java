package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.Schedule;

/**
 * What shrinking has come to.
 *
 * @param reproduced whether the failed run has failed again at all; if not, it was uncontrolled, and the schedule is the given one
 * @param schedule the decisions of the simplest run
 * @param before the size of the failed run
 * @param after the size of the simplest run
 * @param runs how many runs were tried
 * @param minimal whether no decision can be dropped; else the budget was too small to tell
 */
public record Shrunk(boolean reproduced, Schedule schedule, Size before, Size after, int runs, boolean minimal) {}
