/**
 * The work-stealing scheduler itself: where work is queued, the monitor with its timers, and the end. It uses all other rooms
 * but {@code park}. Start with {@link dev.ropewalk.scheduler.engine.WorkStealingScheduler} and {@link
 * dev.ropewalk.scheduler.engine.Dispatch}.
 */
@NullMarked
package dev.ropewalk.scheduler.engine;

import org.jspecify.annotations.NullMarked;
