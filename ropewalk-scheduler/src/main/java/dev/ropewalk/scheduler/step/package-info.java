/**
 * The seam of the simulator: the points at which a simulation may let another party go on or make something fail, what
 * else it wants to know, and the threads that belong to a scheduler. In production a point costs one read of a static field. Start with {@link
 * dev.ropewalk.scheduler.step.Steps}.
 */
@NullMarked
package dev.ropewalk.scheduler.step;

import org.jspecify.annotations.NullMarked;
