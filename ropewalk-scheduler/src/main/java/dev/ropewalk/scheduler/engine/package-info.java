/** The work-stealing scheduler itself: where work is queued, the monitor with its timers, and the end. */
@NullMarked
package dev.ropewalk.scheduler.engine;

import org.jspecify.annotations.NullMarked;
