/**
 * Threads and callbacks that wait for a free place in the ring. It uses the room {@code sequence}. Start with {@link
 * dev.ropewalk.pipeline.capacity.CapacityWaiters}.
 */
@NullMarked
package dev.ropewalk.pipeline.capacity;

import org.jspecify.annotations.NullMarked;
