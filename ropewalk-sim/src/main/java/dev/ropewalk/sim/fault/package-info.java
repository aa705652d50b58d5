/** The faults of a run: which happen, and when. */
@NullMarked
package dev.ropewalk.sim.fault;

import org.jspecify.annotations.NullMarked;
