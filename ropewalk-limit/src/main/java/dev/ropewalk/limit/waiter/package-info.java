/**
 * Threads and futures that wait to be admitted, and histograms of how long they waited. The other rooms of this module
 * and the modules above use it; it uses none. Start with {@link dev.ropewalk.limit.waiter.AdmissionWaiter}.
 */
@NullMarked
package dev.ropewalk.limit.waiter;

import org.jspecify.annotations.NullMarked;
