/** What a run has done, for people: the steps in columns, one a party. */
@NullMarked
package dev.ropewalk.sim.trace;

import org.jspecify.annotations.NullMarked;
