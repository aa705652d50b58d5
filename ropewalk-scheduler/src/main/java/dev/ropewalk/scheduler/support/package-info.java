/** Options, log, durations and other small helpers of this module. */
@NullMarked
package dev.ropewalk.scheduler.support;

import org.jspecify.annotations.NullMarked;
