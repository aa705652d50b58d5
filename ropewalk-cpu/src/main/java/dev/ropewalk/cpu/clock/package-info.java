/**
 * The clock of the time stamp counter: its stub, its calibration and its fallback. It uses the room {@code topology}. Start
 * with {@link dev.ropewalk.cpu.clock.CounterClock}.
 */
@NullMarked
package dev.ropewalk.cpu.clock;

import org.jspecify.annotations.NullMarked;
