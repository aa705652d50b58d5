/** Carriers of virtual threads that belong to no scheduler, whose sleeps end in batches. */
@NullMarked
package dev.ropewalk.scheduler.carrier;

import org.jspecify.annotations.NullMarked;
