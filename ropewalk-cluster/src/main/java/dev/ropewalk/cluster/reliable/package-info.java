/** Delivery at least once: the window of a sender, and the filter of an entity. */
@NullMarked
package dev.ropewalk.cluster.reliable;

import org.jspecify.annotations.NullMarked;
