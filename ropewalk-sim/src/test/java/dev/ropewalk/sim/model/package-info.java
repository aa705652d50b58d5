/** An interpreter of small concurrent programs, on which strategies and shrinking are tested without the engine. */
@NullMarked
package dev.ropewalk.sim.model;

import org.jspecify.annotations.NullMarked;
