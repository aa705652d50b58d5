/** Threads and futures that wait for a permit or a grant, and histograms of how long. */
@NullMarked
package dev.ropewalk.limit.waiter;

import org.jspecify.annotations.NullMarked;
