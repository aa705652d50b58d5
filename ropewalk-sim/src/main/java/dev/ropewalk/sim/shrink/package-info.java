/**
 * Shrinking: makes the schedule of a failed run simpler, as long as the run fails in the same way. Start with {@link
 * dev.ropewalk.sim.shrink.Shrinker}. A decision that isn't the default is an item there; attempts try lists of items and keep the
 * simplest that fails.
 */
@NullMarked
package dev.ropewalk.sim.shrink;

import org.jspecify.annotations.NullMarked;
