/** The clock of the time stamp counter: its stub, its calibration and its fallback. */
@NullMarked
package dev.ropewalk.cpu.clock;

import org.jspecify.annotations.NullMarked;
