/** The view of a scheduler as a ScheduledExecutorService. */
@NullMarked
package dev.ropewalk.scheduler.executor;

import org.jspecify.annotations.NullMarked;
