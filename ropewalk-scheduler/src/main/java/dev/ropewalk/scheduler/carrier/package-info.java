/** The JDK's carriers for virtual threads without a scheduler, with timed waits that end in batches. */
@NullMarked
package dev.ropewalk.scheduler.carrier;

import org.jspecify.annotations.NullMarked;
