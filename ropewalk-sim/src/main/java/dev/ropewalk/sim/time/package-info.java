/** Virtual time: what is to happen later. */
@NullMarked
package dev.ropewalk.sim.time;

import org.jspecify.annotations.NullMarked;
