/**
 * How the threads of the modules above wait: by the clock and the park of the scheduler that runs the calling code; and what those modules
 * use where there is none. It uses the room {@code step}, which tells that scheduler. Start with {@link dev.ropewalk.scheduler.park.Parking}.
 */
@NullMarked
package dev.ropewalk.scheduler.park;

import org.jspecify.annotations.NullMarked;
