/** Threads and callbacks that wait for a free place in the ring. */
@NullMarked
package dev.ropewalk.pipeline.capacity;

import org.jspecify.annotations.NullMarked;
