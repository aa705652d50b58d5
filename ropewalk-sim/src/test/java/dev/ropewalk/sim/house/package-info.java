/** Simulations of the library itself: each model under many schedules. */
@NullMarked
package dev.ropewalk.sim.house;

import org.jspecify.annotations.NullMarked;
