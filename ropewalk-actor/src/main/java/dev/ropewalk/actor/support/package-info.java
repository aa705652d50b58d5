/** Small helpers of this module: names, durations, logs, and the thread pool that completes futures. */
@NullMarked
package dev.ropewalk.actor.support;

import org.jspecify.annotations.NullMarked;
